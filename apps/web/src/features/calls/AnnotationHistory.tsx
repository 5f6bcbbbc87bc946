import type { Annotation } from '@callboard/contract/annotations'
import { fieldWords, valueText } from '@callboard/contract/change-words'
import { useState } from 'react'
import classes from '#web/features/calls/AnnotationHistory.module.css'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { TimeText } from '#web/ui/TimeText.tsx'

interface AnnotationHistoryProps {
  history: Annotation['history']
  timeZone: string
}

const asItIs = (text: string) => text

/** Who edited a call last and when, and on demand what was said before. */
export function AnnotationHistory({ history, timeZone }: AnnotationHistoryProps) {
  const [isOpen, setOpen] = useState(false)
  const [last] = history
  if (last === undefined) return null
  return (
    <div className={classes.history}>
      <p className={classes.last}>
        Edited by {last.userName}, <TimeText at={last.at} show="recent" timeZone={timeZone} />
        {' · '}
        <PlainButton look="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide the edits' : 'Show the edits'}
        </PlainButton>
      </p>
      {isOpen && (
        <ol className={classes.edits}>
          {history.map(({ id, at, userName, changes }) => (
            <li key={id}>
              <div className={classes.last}>
                <TimeText at={at} timeZone={timeZone} /> · {userName}
              </div>
              {changes.map(({ field, from, to }) => (
                <div key={field} className={classes.change}>
                  {fieldWords('call', field)}: {valueText(from, asItIs)} → {valueText(to, asItIs)}
                </div>
              ))}
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
