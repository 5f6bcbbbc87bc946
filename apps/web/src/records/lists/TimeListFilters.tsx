import type { Period } from '@callboard/contract/period'
import type { ReactNode } from 'react'
import { useTimeZone } from '#web/lib/session/current-user.ts'
import { periodParams } from '#web/lib/reporting/period.ts'
import type { WriteSearch } from '#web/lib/urls/url-state.ts'
import classes from '#web/records/lists/TimeListFilters.module.css'
import { KeywordInput } from '#web/ui/fields/KeywordInput.tsx'
import { PeriodPicker } from '#web/ui/fields/PeriodPicker.tsx'
import { Box, Row } from '#web/ui/layout.tsx'

interface TimeListFiltersProps {
  /** Of the keyword. */
  label: string
  placeholder: string
  state: { keyword?: string | undefined; period: Period }
  write: WriteSearch
  /** Before the period. */
  kind: ReactNode
  /** After the period. */
  children: ReactNode
}

/** The bar above a list of what happened. */
export function TimeListFilters(props: TimeListFiltersProps) {
  const { label, placeholder, state, write, kind, children } = props
  const timeZone = useTimeZone()
  return (
    <Row gap="8px 12px" align="center" wrap padding="12px 16px" className={classes.bar} role="search">
      <Box flex="1 1 220px" maxWidth={360}>
        <KeywordInput
          label={label}
          placeholder={placeholder}
          keyword={state.keyword}
          onChange={(keyword) => write({ keyword }, 'replace')}
        />
      </Box>
      {kind}
      <PeriodPicker
        value={state.period}
        timeZone={timeZone}
        onChange={(chosen) => write(periodParams(chosen), 'push')}
      />
      {children}
    </Row>
  )
}
