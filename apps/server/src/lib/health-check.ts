import type { HealthState } from '@callboard/contract/health'

/** A part of the portal that administrators see on the page Health. */
export interface HealthCheck {
  key: string
  title: string
  read: () => Finding | Promise<Finding>
}

export interface Finding {
  state: HealthState
  /** What was found, in a sentence. */
  message: string
  /** What to do about it. */
  action?: string
  /** Path of the page on which that is done. */
  page?: string
}

export function ok(message: string): Finding {
  return { state: 'ok', message }
}

/** The worst of what was found, or that all is in order. */
export function firstOf(findings: readonly (Finding | undefined)[], otherwise: string): Finding {
  const found = findings.filter((finding) => finding !== undefined)
  return found.find(({ state }) => state === 'problem') ?? found[0] ?? ok(otherwise)
}
