import { setTimeout as sleep } from 'node:timers/promises'
import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { version } from '../version.ts'

/** A process that ends does not wait longer for a collector. */
const maxShutdownMs = 2000

export interface TracingSettings {
  /** Of a collector that takes OTLP over HTTP. */
  endpoint: string
  serviceName: string
  /** Of all traces, from 0 to 1. */
  ratio: number
}

/**
 * Sends traces from now on. A collector that does not answer costs traces, and nothing else. Gives what sends the last ones and
 * ends it.
 */
export function startTracing({ endpoint, serviceName, ratio }: TracingSettings): () => Promise<void> {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  // Whether a trace is kept follows from its id, also of one that another program has begun.
  const ofShare = new TraceIdRatioBasedSampler(ratio)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: ofShare, remoteParentSampled: ofShare }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return async () => {
    await Promise.race([provider.shutdown().catch(() => undefined), sleep(maxShutdownMs)])
    trace.disable()
    context.disable()
    propagation.disable()
  }
}
