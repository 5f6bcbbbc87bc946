import { type Context, ROOT_CONTEXT, type Span, SpanStatusCode } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { beginRequest, inTrace, traceHeaders } from '../lib/tracing.ts'

interface Traced {
  span: Span
  within: Context
}

const traces = new WeakMap<FastifyRequest, Traced>()

/** Each request is a part of a trace, by its route, without what it asks for. To be called before the app is ready. */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions, headers } = request
    const route = routeOptions.url ?? 'none'
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'callboard.request_id': request.id,
    }
    const traced = beginRequest(`${method} ${route}`, attributes, headers)
    traces.set(request, traced)
    reply.raw.once('close', () => {
      const { statusCode } = reply.raw
      traced.span.setAttribute('http.response.status_code', statusCode)
      if (statusCode >= 500) traced.span.setStatus({ code: SpanStatusCode.ERROR })
      traced.span.end()
    })
    done()
  })
}

/** Runs what is done for a request, so that what it leads to is of its trace. */
export function inTraceOf<T>(request: FastifyRequest, work: () => T): T {
  const traced = traces.get(request)
  return traced === undefined ? work() : inTrace(traced.within, work)
}

/** For another process, by which it goes on with the trace of a request. */
export function traceHeadersOf(request: FastifyRequest): Record<string, string> {
  return traceHeaders(traces.get(request)?.within ?? ROOT_CONTEXT)
}

/** Undefined for a request that is not traced. */
export function traceIdOf(request: FastifyRequest): string | undefined {
  const span = traces.get(request)?.span
  return span?.isRecording() === true ? span.spanContext().traceId : undefined
}
