import classes from '#web/ui/values/NoValue.module.css'
import { Spoken } from '#web/ui/Spoken.tsx'

interface NoValueProps {
  /** What is missing, for screen readers. */
  meaning?: string
}

/** A dash where there is no value; never a zero. */
export function NoValue({ meaning = 'no value' }: NoValueProps) {
  return (
    <span className={classes.dash} data-empty>
      <span aria-hidden="true">–</span>
      <Spoken>{meaning}</Spoken>
    </span>
  )
}
