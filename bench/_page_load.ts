/** Asks for one page on many connections, again and again until it is killed: `ORIGIN METHOD PATH CONNECTIONS`. */
import { Agent, request } from "node:http";

const [origin = "", method = "", path = "", connections = ""] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });

function ask(): void {
  const asked = request(`${origin}${path}`, { method, agent }, (response) => {
    if (response.statusCode !== 200) throw new Error(`Answered ${response.statusCode}`);
    response.resume().once("end", ask);
  });
  asked.end();
}

for (let index = 0; index < Number(connections); index++) ask();
