import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

// Costs next to nothing until `startTracing` has begun to send traces.
const tracer = trace.getTracer('callboard')

/** Runs work as a part of the trace that it belongs to, or of one of its own. */
export async function traced<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return await tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      noteError(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

/** Work of another program, which has ended after so many milliseconds. */
export function noteCall(
  name: string,
  attributes: Attributes,
  { ms, error }: { ms: number; error?: unknown },
): void {
  const span = tracer.startSpan(name, {
    attributes,
    kind: SpanKind.CLIENT,
    startTime: Date.now() - ms,
  })
  if (error !== undefined) noteError(span, error)
  span.end()
}

/** A request to this process: `traceparent` says of which trace it is a part. */
export function beginRequest(
  name: string,
  attributes: Attributes,
  headers: object,
): { span: Span; within: Context } {
  const parent = propagation.extract(ROOT_CONTEXT, headers)
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent)
  return { span, within: trace.setSpan(parent, span) }
}

export function inTrace<T>(within: Context, work: () => T): T {
  return context.with(within, work)
}

/** Headers by which another process goes on with the trace; none while nothing is traced. */
export function traceHeaders(within: Context): Record<string, string> {
  const headers: Record<string, string> = {}
  propagation.inject(within, headers)
  return headers
}

// Without its words: they may hold values.
function noteError(span: Span, error: unknown): void {
  const kind = error instanceof Error ? error.name : 'error'
  span.setAttribute('error.type', kind)
  span.setStatus({ code: SpanStatusCode.ERROR })
}
