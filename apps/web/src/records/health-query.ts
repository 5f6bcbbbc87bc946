import { formatCounted } from '@callboard/contract/format'
import { getHealthChecks, type HealthCheck, type HealthState } from '@callboard/contract/health'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'

export const healthQuery = endpointQuery('health', getHealthChecks, {})

/** How many parts have a problem or need attention; undefined where all is well. */
export function whatIsWrong(checks: readonly HealthCheck[]): string | undefined {
  const count = (wanted: HealthState) => checks.filter(({ state }) => state === wanted).length
  const [problems, notices] = [count('problem'), count('notice')]
  const words = [
    ...(problems === 0 ? [] : [formatCounted(problems, 'problem')]),
    ...(notices === 0 ? [] : [`${formatCounted(notices, 'part that needs', 'parts that need')} attention`]),
  ]
  return words.length === 0 ? undefined : words.join(', ')
}
