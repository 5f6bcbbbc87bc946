import { fields } from '@callboard/contract/call-fields'
import type { PartialCall } from '@callboard/contract/calls'
import type { FieldSection, FieldTable } from '@callboard/contract/field-declaration'
import { Tag } from 'antd'
import type { ReactNode } from 'react'
import type { Fact } from '#web/features/calls/call/Facts.tsx'
import { attributeText } from '#web/features/calls/attribute-text.ts'
import { renderField } from '#web/features/calls/filters/field-text.tsx'
import type { CallAttributes } from '#web/lib/reporting/call-attributes.ts'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Row, Text } from '#web/ui/layout.tsx'

interface FactsOf {
  call: PartialCall
  timeZone: string
}

/** Long texts, which need a full line. */
const wide: ReadonlySet<string> = new Set<keyof typeof fields>([
  'landingPage',
  'referrer',
  'gclid',
  'fbclid',
  'msclkid',
  'sipCallId',
  'note',
  'externalCallId',
])

/** The number of the contact, which is what the drawer begins with. */
const contactField = { inbound: 'callerNumber', outbound: 'targetNumber' } as const

/** What is known of a call, for one section of the drawer. */
export function buildFacts(section: FieldSection, of: FactsOf, table: FieldTable = fields): Fact[] {
  const { direction = 'inbound' } = of.call
  return Object.entries(table)
    .filter(([name, field]) => field.section === section && name !== contactField[direction])
    .map(([name, field]) => ({
      label: field.label,
      value: ownFact(name, of) ?? renderField(name, field, of),
      ...((field.kind === 'uuid' || wide.has(name)) && { isWide: true }),
    }))
}

/** What a call has of the attributes of its customer, each by its name alone: whose it is says the call. */
export function attributeFacts(call: PartialCall, attributes: CallAttributes): Fact[] {
  return [...attributes.values()]
    .filter(({ customerId }) => customerId === call.customerId)
    .map((attribute) => ({ label: attribute.ownName, value: attributeText(call, attribute) }))
}

/** Values that the drawer shows in more detail than a list does. */
function ownFact(name: string, { call, timeZone }: FactsOf): ReactNode {
  switch (name) {
    case 'answeredAt':
    case 'endedAt':
      return call[name] && <TimeText at={call[name]} show="time" timeZone={timeZone} />
    case 'endUnknown':
      // Nearly always known, which needs no words.
      return call.endUnknown === true ? undefined : false
    case 'returnedAt':
      return call.returnedAt && <TimeText at={call.returnedAt} timeZone={timeZone} />
    case 'note':
      return call.note && <Text breaks="lines">{call.note}</Text>
    case 'tags':
      return (
        call.tags !== undefined &&
        call.tags.length > 0 && (
          <Row as="span" gap={4} wrap>
            {call.tags.map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
          </Row>
        )
      )
    default:
      return undefined
  }
}
