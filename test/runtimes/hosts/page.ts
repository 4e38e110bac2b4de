/** Runs the suite in a page, which finds the world in its own address. */
import { runSuite, type World } from "../suite/mod.ts";

const world = JSON.parse(decodeURIComponent(location.hash.slice(1))) as World;
Object.assign(globalThis, { outcomes: runSuite(world) });
