import { render } from "preact";
import { App } from "./app.tsx";

const place = document.querySelector("#explorer");
if (place) render(<App />, place);
