import { availableParallelism } from 'node:os'

/** Milliseconds of the work that is measured, and cores, of the machine for which the limits below are meant. */
const reference = { workMs: 80, cores: 2 }
const maxSlowness = 10

/**
 * How many times as long this machine takes, as busy as it is, as the one for which limits are meant; 1 for a faster one.
 * Whoever starts the tests measures it, and all processes have it from there.
 */
const slowness = Number((process.env['TEST_SLOWNESS'] ??= measureSlowness().toFixed(1)))

/**
 * For a condition to come true, and for a test or hook to end. They tell what is stuck from what goes on, and are many
 * times what the longest of them takes.
 */
export const conditionLimitMs = 120_000 * slowness
export const testLimitMs = 10 * conditionLimitMs
/** With storms and thousands of cases. */
export const soakTestLimitMs = 6 * testLimitMs

/**
 * For limits of the portal that a test sets low: long enough for what should not reach them.
 */
export function forThisMachine(ms: number): number {
  return Math.round(ms * slowness)
}

function measureSlowness(): number {
  const startedMs = performance.now()
  let sum = 0
  for (let at = 0; at < 20_000_000; at++) sum = (sum + Math.imul(at, at)) | 0
  const workMs = performance.now() - startedMs
  if (!Number.isInteger(sum)) throw new Error('used, so that the loop is not optimised away')
  const slower =
    Math.max(1, workMs / reference.workMs) * Math.max(1, reference.cores / availableParallelism())
  return Math.min(slower, maxSlowness)
}
