import { joinWithOr } from '@callboard/contract/format-names'
import { Grid, QuietText } from '#web/ui/layout.tsx'

interface ReasonTextProps {
  description: string
  /** Of some of the rows, as they were sent. */
  values: readonly string[]
}

/** Why rows are rejected, and what was wrong with some of them. */
export function ReasonText({ description, values }: ReasonTextProps) {
  const shown = values.filter((value) => value.trim() !== '')
  return (
    <Grid gap={2} breaks="anywhere" minWidth={0}>
      <span>{description}</span>
      {shown.length > 0 && <QuietText fontSize={12.5}>It was, for example, {joinWithOr(shown)}</QuietText>}
    </Grid>
  )
}
