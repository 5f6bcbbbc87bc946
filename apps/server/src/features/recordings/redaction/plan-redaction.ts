import type { RedactedSpan, TranscriptTurn } from '@callboard/contract/recordings'
import { type Evidence, findRedactedSpans, maskTurns } from './redaction.ts'
import type { NumberRules } from '../keeping/number-rules.ts'
import { findSensitiveText } from '../spoken-numbers/sensitive-numbers.ts'
import { mergeSpans } from './spans.ts'

export interface RedactionTask {
  evidence: Evidence
  /** What is said of the recording so far, with what somebody marked or lifted. */
  earlier: RedactedSpan[]
  /** Which spoken numbers its customer does not want to be heard. */
  rules: NumberRules
}

export interface RedactionPlan {
  spans: RedactedSpan[]
  /** As it may be read without the right to the original. */
  transcript: TranscriptTurn[]
}

/** What must not be heard and read of a recording. Runs in a worker: how long it takes is up to whoever wrote the transcript. */
export function planRedaction({ evidence, earlier, rules }: RedactionTask): RedactionPlan {
  const { turns } = evidence
  const texts = findSensitiveText(turns, rules)
  const spans = mergeSpans(earlier, findRedactedSpans(evidence, texts))
  const inForce = spans.filter(({ isLifted }) => !isLifted)
  return { spans, transcript: maskTurns(turns, inForce, texts) }
}
