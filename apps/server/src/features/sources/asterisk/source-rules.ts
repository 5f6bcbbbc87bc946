import type { SourceContext } from '../adapter.ts'
import type { AsteriskCallRules } from './call-ends.ts'
import { dispositionWords, type LegReading } from './legs.ts'
import { switchClock } from './switch-clock.ts'

/** How records are read, by what somebody has said of the source. */
export function readingOf({ timeZone, statusWords, settings }: SourceContext): LegReading {
  const dateOrder = settings['dateOrder'] === 'monthFirst' ? 'monthFirst' : 'dayFirst'
  return { clock: switchClock(timeZone, dateOrder), dispositions: dispositionWords(statusWords) }
}

/** How legs become calls. */
export function rulesOf({ country, ownNumbers, settings }: SourceContext): AsteriskCallRules {
  const contexts = settings['outboundContexts']
  const isSet = Array.isArray(contexts) && contexts.length > 0
  return { country, ownNumbers, ...(isSet && { outboundContexts: new Set(contexts) }) }
}
