import type { MeasureName } from '@callboard/contract/measures'
import { medianMs } from './measure.ts'
import { customer, listen } from './runtime.ts'
import type { Sizes } from './sizes.ts'

const dayMs = 86_400_000
const barMs = 1000
const maxRounds = 5

/** Why a figure changed, by all dimensions, since the period before. Each round asks for another period, so that none is kept. */
export async function explainChanges(
  runtime: Parameters<typeof listen>[0],
  { nowMs, sizes }: { nowMs: number; sizes: Sizes },
) {
  const { client, token, close } = await listen(runtime)
  const explained = []
  const rounds = Math.min(sizes.rounds, maxRounds)
  for (const days of sizes.explainedDays) {
    for (const isOfCustomer of [true, false]) {
      for (const measure of ['missed', 'answerRate', 'uniqueCallers'] as const) {
        const ms = await medianMs(rounds, async (round) => {
          const body = bodyOf(measure, { fromMs: nowMs - days * dayMs + round, nowMs, isOfCustomer })
          await client.ask({ path: '/api/reporting/whychanged', body, token })
        })
        const whose = isOfCustomer ? 'one customer' : 'all customers'
        explained.push({ question: `${measure}, ${days} days, ${whose}`, ms, barMs, isKept: ms <= barMs })
      }
    }
  }
  await close()
  return explained
}

function bodyOf(
  measure: MeasureName,
  { fromMs, nowMs, isOfCustomer }: { fromMs: number; nowMs: number; isOfCustomer: boolean },
): string {
  const filters = isOfCustomer ? [{ field: 'customer', op: 'eq', values: [customer.id] }] : []
  const dateRange = { from: new Date(fromMs).toISOString(), to: new Date(nowMs).toISOString() }
  return JSON.stringify({
    definition: { measures: [measure], compare: 'previousPeriod', filters },
    parameters: { dateRange },
    timeZone: customer.timeZone,
    measure,
  })
}
