import type { SentResponse, ServiceRequest } from "../../api/context/mod.ts";

/** Answers HTTP requests, whatever adapter received them. */
export interface HttpHandler {
  /** Answers a request; never rejects. */
  handle(request: ServiceRequest): Promise<SentResponse>;
  /** Refuses bytes that are not a request; `text` says why, and unknown parts of `received` are empty. */
  refuse(text: string, received: Pick<ServiceRequest, "method" | "target" | "peer">): SentResponse;
}
