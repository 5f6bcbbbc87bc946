import { Spoken } from '#web/ui/Spoken.tsx'
import { QuietText } from '#web/ui/layout.tsx'

interface NoValueProps {
  /** What is missing, for screen readers. */
  meaning?: string
}

/** A dash where there is no value; never a zero. */
export function NoValue({ meaning = 'no value' }: NoValueProps) {
  return (
    <QuietText data-empty>
      <span aria-hidden="true">–</span>
      <Spoken>{meaning}</Spoken>
    </QuietText>
  )
}
