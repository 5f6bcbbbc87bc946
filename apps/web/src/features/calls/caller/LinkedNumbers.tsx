import { linkNumber, type OneCaller, unlinkNumber } from '@callboard/contract/callers'
import { Input } from 'antd'
import { useState } from 'react'
import { useMayEditCalls } from '#web/features/calls/list/call-selection.ts'
import { send } from '#web/lib/api/api.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { PhoneText } from '#web/ui/values/PhoneText.tsx'
import { Hint, Row, Stack } from '#web/ui/layout.tsx'

interface LinkedNumbersProps {
  number: string
  customerId: string
  linked: OneCaller['linked']
}

const changed = ['call'] as const

/** The other numbers of the same person, and for whoever may the ways to change that. */
export function LinkedNumbers({ number, customerId, linked }: LinkedNumbersProps) {
  const mayEdit = useMayEditCalls()
  const [typed, setTyped] = useState('')
  if (!mayEdit && linked.length === 0) return null
  return (
    <Panel title="Other numbers of this person">
      <Stack gap={8}>
        {linked.length === 0 ? (
          <Hint>Link a number from which the same person calls to see their calls together.</Hint>
        ) : (
          <Stack as="ul" gap={4}>
            {linked.map((one) => (
              <li key={one}>
                <Row gap={12} align="center">
                  <PhoneText number={one} />
                  {mayEdit && (
                    <ActionButton
                      size="small"
                      aria-label={`Unlink ${one}`}
                      changes={changed}
                      done="The number is of somebody else."
                      undo={() => send(linkNumber, { body: { customerId, number, other: one } })}
                      action={() => send(unlinkNumber, { body: { customerId, number: one } })}
                    >
                      Unlink
                    </ActionButton>
                  )}
                </Row>
              </li>
            ))}
          </Stack>
        )}
        {mayEdit && (
          <Row gap={8} wrap>
            <Input
              aria-label="Another number of this person"
              placeholder="Number"
              inputMode="tel"
              maxLength={64}
              style={{ width: 200 }}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
            <ActionButton
              changes={changed}
              disabled={typed.trim() === ''}
              action={() => send(linkNumber, { body: { customerId, number, other: typed } })}
              onDone={() => setTyped('')}
            >
              Link number
            </ActionButton>
          </Row>
        )}
      </Stack>
    </Panel>
  )
}
