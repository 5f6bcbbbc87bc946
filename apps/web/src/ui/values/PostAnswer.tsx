import { Grid } from '#web/ui/layout.tsx'
import classes from '#web/ui/values/PostAnswer.module.css'

interface PostAnswerProps {
  /** Of the answer; null without one. */
  status: number | null
  /** Its first characters. */
  answer: string | null
  /** Why it was not accepted. */
  error: string | null
}

/** What another system answered to what was posted to it. */
export function PostAnswer({ status, answer, error }: PostAnswerProps) {
  return (
    <Grid gap={2} breaks="anywhere" minWidth={0}>
      <span>{error ?? status}</span>
      {answer !== null && answer !== '' && (
        <span className={classes.answer} title={answer}>
          {answer}
        </span>
      )}
    </Grid>
  )
}
