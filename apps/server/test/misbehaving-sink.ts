import type { MailSink, Misdeed } from './mail-sink.ts'

const misdeeds: readonly Misdeed[] = [
  'cut',
  'cutAfter',
  'hang',
  'hangAfter',
  { slow: 40 },
  { slow: 200 },
  { say: '451 later' },
  { say: 'what?' },
]

/** At any step, now and then. */
export function misbehaveSometimes(sink: MailSink): void {
  const random = Math.random
  sink.misdeed = () =>
    random() < 0.06 ? misdeeds[Math.floor(random() * misdeeds.length)] : { slow: random() * 20 }
  sink.answer = () => (random() < 0.04 ? '550 no such user' : random() < 0.04 ? '450 busy' : undefined)
}

export function behave(sink: MailSink): void {
  sink.misdeed = () => undefined
  sink.answer = () => undefined
}
