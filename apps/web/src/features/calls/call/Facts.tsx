import type { ReactNode } from 'react'
import { Box, Grid, Hint, QuietText, Text } from '#web/ui/layout.tsx'

export interface Fact {
  label: string
  /** Empty values are left out with their label. */
  value: ReactNode
  /** A long value, which needs a full line. */
  isWide?: true
}

interface FactsProps {
  facts: readonly Fact[]
}

/** Names and values, those without a value left out. */
export function Facts({ facts }: FactsProps) {
  const known = facts.filter(isKnown)
  if (known.length === 0) return <Hint>No information.</Hint>
  return (
    <Grid as="dl" columns="repeat(auto-fill, minmax(min(150px, 40%), 1fr))" gap="10px 24px" margin={0}>
      {known.map(({ label, value, isWide }) => (
        <Box key={label} minWidth={0} style={isWide ? { gridColumn: '1 / -1' } : {}}>
          <QuietText as="dt" fontSize={13}>
            {label}
          </QuietText>
          <Text as="dd" breaks="anywhere">
            {value}
          </Text>
        </Box>
      ))}
    </Grid>
  )
}

/** Whether there is anything to show. */
export function hasKnown(facts: readonly Fact[]): boolean {
  return facts.some(isKnown)
}

function isKnown({ value }: Fact): boolean {
  return value !== null && value !== undefined && value !== '' && value !== false
}
