import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { EndedRequest } from '../../http/request-log.ts'
import type { Log } from '../../lib/log.ts'
import type { LabelledValue, Metric } from '../../lib/metric.ts'
import { within } from '../../lib/within.ts'

const prefix = 'callboard_'
const buckets = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30]
/** Prometheus waits 10 seconds unless told otherwise. */
const readTimeoutMs = 5000

/** What monitoring reads, in the format of Prometheus. */
export class Scrape {
  /** Of what is noted when it happens; all else is read when it is asked for. */
  readonly #noted = new Registry()
  readonly #requests: Histogram<'method' | 'route' | 'status'>
  readonly #metrics: readonly Metric[]
  readonly #log: Log

  constructor({ metrics, log }: { metrics: readonly Metric[]; log: Log }) {
    this.#metrics = metrics
    this.#log = log
    collectDefaultMetrics({ register: this.#noted })
    this.#requests = new Histogram({
      name: `${prefix}http_request_seconds`,
      help: 'How long requests took, without streams of events.',
      labelNames: ['method', 'route', 'status'],
      buckets,
      registers: [this.#noted],
    })
  }

  noteRequest({ request, route, status, seconds, isStream }: EndedRequest): void {
    if (!isStream) this.#requests.observe({ method: request.method, route, status }, seconds)
  }

  get contentType(): string {
    return this.#noted.contentType
  }

  /** What cannot be read now is left out and counted: all else is worth the more then. */
  async read(): Promise<string> {
    const read = new Registry()
    let unreadable = 0
    await Promise.all(
      this.#metrics.map(async (metric) => {
        try {
          show(metric, await readInTime(metric), read)
        } catch (error) {
          unreadable += 1
          this.#log.error({ err: error, metric: metric.name }, 'a metric cannot be read')
        }
      }),
    )
    const name = `${prefix}unreadable_metrics`
    const help = 'Metrics that are missing here, as what they are read from failed or took too long.'
    new Gauge({ name, help, registers: [read] }).set(unreadable)
    return `${await this.#noted.metrics()}\n${await read.metrics()}`
  }
}

async function readInTime(metric: Metric): Promise<readonly LabelledValue[]> {
  const reading = await within(readTimeoutMs, metric.read())
  return typeof reading === 'number' ? [{ labels: {}, value: reading }] : reading
}

function show({ name, help }: Metric, values: readonly LabelledValue[], registry: Registry): void {
  const labelNames = Object.keys(values[0]?.labels ?? {})
  const options = { name: prefix + name, help, labelNames, registers: [registry] }
  if (name.endsWith('_total')) {
    const counter = new Counter(options)
    for (const { labels, value } of values) counter.inc(labels, value)
  } else {
    const gauge = new Gauge(options)
    for (const { labels, value } of values) gauge.set(labels, value)
  }
}
