/** Registers an SDK that records one trace in a hundred, and exports it to nowhere; loaded with `--import`. */
import { startNodeSDK } from "@opentelemetry/sdk-node";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace";

startNodeSDK({
  sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(0.01) }),
  spanProcessors: [
    new BatchSpanProcessor({
      exporter: {
        export: (_spans, done) => done({ code: 0 }),
        shutdown: () => Promise.resolve(),
      },
    }),
  ],
  metricReaders: [],
  logRecordProcessors: [],
});
