import type { Annotation } from '@callboard/contract/annotations'
import { valueText } from '@callboard/contract/change-words'
import { fieldWords } from '@callboard/contract/record-fields'
import { useState } from 'react'
import { PlainButton } from '#web/ui/buttons/PlainButton.tsx'
import { PersonName } from '#web/ui/values/PersonName.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Box, Grid, QuietText, Text } from '#web/ui/layout.tsx'

interface AnnotationHistoryProps {
  history: Annotation['history']
  timeZone: string
}

const asItIs = { instant: (text: string) => text }

/** Who edited a call last and when, and on demand what was said before. */
export function AnnotationHistory({ history, timeZone }: AnnotationHistoryProps) {
  const [isOpen, setOpen] = useState(false)
  const [last] = history
  if (last === undefined) return null
  return (
    <QuietText as="div" fontSize={13}>
      <Text as="p">
        Edited by <PersonName userName={last.userName} fullName={last.fullName} />,{' '}
        <TimeText at={last.at} show="recent" timeZone={timeZone} />
        {' · '}
        <PlainButton look="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide edits' : 'Show edits'}
        </PlainButton>
      </Text>
      {isOpen && (
        <Grid as="ol" gap={8} margin="8px 0 0">
          {history.map(({ id, at, userName, fullName, changes }) => (
            <li key={id}>
              <Box>
                <TimeText at={at} timeZone={timeZone} /> ·{' '}
                <PersonName userName={userName} fullName={fullName} />
              </Box>
              {changes.map(({ field, from, to }) => (
                <Text as="div" tone="text" breaks="anywhere" key={field}>
                  {fieldWords('call', field)}: {valueText(from, asItIs)} → {valueText(to, asItIs)}
                </Text>
              ))}
            </li>
          ))}
        </Grid>
      )}
    </QuietText>
  )
}
