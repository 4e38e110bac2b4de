import { refreshCommandLine } from "../../scripts/build_dist.ts";

/** The command line of this repository as the package has it, bundled from its sources. */
export const COMMAND_LINE: string = await refreshCommandLine();
