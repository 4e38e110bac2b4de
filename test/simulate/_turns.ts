/** Prints who gets a turn of the event loop: a process beside one that is killed, and one of the next simulation. */
import { inSimulation, installRuntime } from "./runtime.ts";
import { Simulation } from "./simulation.ts";

installRuntime();
const { nextTurn } = await import("../../src/service/turns.ts");
for (const name of ["beside", "next"]) {
  const simulation = new Simulation(1);
  const [killed, own] = [simulation.addHost("killed"), simulation.addHost(name)];
  const play = async (): Promise<void> => {
    void simulation.as(killed, () => nextTurn());
    killed.isAlive = false;
    await simulation.as(own, () => nextTurn());
    console.log(name);
    // Its turn is not over when the simulation is.
    void nextTurn();
  };
  await inSimulation(simulation, () => simulation.run(play));
}
