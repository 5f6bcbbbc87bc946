import { fields } from '@callboard/contract/call-fields'
import type { EntityType } from '@callboard/contract/claims'
import { searchEntities } from '@callboard/contract/entities'
import { useQuery } from '@tanstack/react-query'
import { AutoComplete } from 'antd'
import { useState } from 'react'
import { amount } from '#web/features/numbers/assignment-values.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { useDebounced } from '#web/lib/debounced.ts'
import { useHoldsClaim } from '#web/lib/session/current-user.ts'
import { choiceLimit } from '#web/records/choices/choices.ts'
import { DateItem } from '#web/records/forms/DateItem.tsx'
import { FieldItem, LongTextItem, TextItem } from '#web/records/forms/FormItems.tsx'
import { Grid } from '#web/ui/layout.tsx'

interface AssignmentFieldsProps {
  customerId: string
  timeZone: string
  currency: string
}

/** From when to when, and what calls of the number get. */
export function AssignmentFields({ customerId, timeZone, currency }: AssignmentFieldsProps) {
  return (
    <>
      <Grid columns="repeat(auto-fit, minmax(200px, 1fr))" gap="0 16px">
        <DateItem name="from" label="First day" timeZone={timeZone} extra="Leave empty if it always has." />
        <DateItem
          name="lastDay"
          label="Last day"
          first="from"
          timeZone={timeZone}
          extra="Leave empty if there is none yet."
        />
        <TextItem name="source" label={fields.source.label} extra="Where callers find the number." />
        <TextItem name="campaign" label={fields.campaign.label} />
        <TextItem name="medium" label={fields.medium.label} extra="Print, radio, cpc, …" />
        <TextItem name="keyword" label={fields.keyword.label} />
        <FieldItem name="location" label={fields.location.label}>
          <CodeInput type="location" customerId={customerId} />
        </FieldItem>
        <FieldItem name="rotationgroup" label={fields.rotationgroup.label}>
          <CodeInput type="rotationgroup" customerId={customerId} />
        </FieldItem>
        <FieldItem name="network" label={fields.network.label}>
          <CodeInput type="network" customerId={customerId} />
        </FieldItem>
        <TextItem name="targetNumber" label={fields.targetNumber.label} extra="At which its calls ring." />
        <TextItem
          name="monthlyCost"
          label={`Monthly cost (${currency})`}
          rules={[{ pattern: amount, message: 'Enter an amount such as 120 or 12.50.' }]}
        />
      </Grid>
      <LongTextItem name="note" label="Note" />
    </>
  )
}

interface CodeInputProps {
  type: EntityType
  customerId: string
  id?: string
  value?: string
  onChange?: (code: string) => void
}

/** The code of an entity, found by its name. */
function CodeInput({ type, customerId, ...input }: CodeInputProps) {
  const mayView = useHoldsClaim(`${type}.view`)
  const [isOpen, setIsOpen] = useState(false)
  const keyword = useDebounced(input.value ?? '', 200)
  const { data } = useQuery({
    ...endpointQuery('entity', searchEntities, { body: { type, keyword, pageSize: choiceLimit } }),
    enabled: isOpen && mayView,
  })
  const found = data?.items.filter((one) => one.customerId === null || one.customerId === customerId) ?? []
  const typed = input.value?.trim().toLowerCase()
  const [named, another] = found.filter(({ name }) => name.toLowerCase() === typed)
  return (
    <AutoComplete
      {...input}
      value={input.value ?? ''}
      allowClear
      onOpenChange={setIsOpen}
      // Whoever types the whole name means its code, where only one is called so.
      onBlur={() => named !== undefined && another === undefined && input.onChange?.(named.code)}
      options={found.map(({ code, name }) => ({
        value: code,
        label: name === code ? code : `${name} (${code})`,
      }))}
    />
  )
}
