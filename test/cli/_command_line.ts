import { refreshCommandLine } from "../../scripts/bundle_command_line.ts";

/** The command line of this repository as the package has it, bundled from its sources. */
export const COMMAND_LINE: string = await refreshCommandLine();
