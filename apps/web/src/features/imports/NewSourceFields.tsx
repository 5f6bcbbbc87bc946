import { joinWithAnd } from '@callboard/contract/format-names'
import { textLimits } from '@callboard/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Input } from 'antd'
import type { NewSource } from '#web/features/imports/new-source.ts'
import { newRecordId, paths } from '#web/lib/urls/paths.ts'
import { customerChoice } from '#web/records/choices/choices.ts'
import { mappedKind, sourceKindsQuery } from '#web/records/choices/source-kinds.ts'
import { SaveError } from '#web/records/forms/SaveError.tsx'
import { RecordSelect } from '#web/records/RecordSelect.tsx'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { fieldErrors } from '#web/ui/fields/field-errors.ts'
import { TimeZoneSelect } from '#web/ui/fields/TimeZoneSelect.tsx'
import { Hint } from '#web/ui/layout.tsx'

const fields = ['name', 'customerId', 'timeZone'] as const

/** What has to be known of a system before its file can be looked at. */
export function NewSourceFields({ source }: { source: NewSource }) {
  const { name, customerId, timeZone, error, enter } = source
  const errors = fieldErrors(error, fields)
  const wrong = (field: (typeof fields)[number]) => {
    const found = errors.find((one) => one.name === field)
    return found && { validateStatus: 'error' as const, help: found.errors.join(' ') }
  }
  if (source.hasNoCustomer) return <NoCustomer />
  return (
    <>
      <Form.Item
        label="Name"
        htmlFor="import_name"
        extra="What you call this system, such as Front desk PBX."
        {...wrong('name')}
      >
        <Input
          id="import_name"
          autoComplete="off"
          maxLength={textLimits.sourceName}
          value={name}
          onChange={({ target }) => enter({ name: target.value })}
        />
      </Form.Item>
      <Form.Item
        label="Customer"
        htmlFor="import_customer"
        extra="Whose calls they are. You cannot change this later."
        {...wrong('customerId')}
      >
        <RecordSelect
          id="import_customer"
          choice={customerChoice}
          placeholder="Find a customer"
          value={customerId}
          onChange={(chosen) => enter({ customerId: chosen })}
        />
      </Form.Item>
      <Form.Item
        label="Time zone"
        htmlFor="import_zone"
        extra="That of the system’s clock, for times that do not say their own."
        {...wrong('timeZone')}
      >
        <TimeZoneSelect
          id="import_zone"
          value={timeZone ?? null}
          onChange={(chosen) => enter({ timeZone: chosen })}
        />
      </Form.Item>
      <Hint fontSize={13}>
        Next, you review what each column means. Nothing is imported before that. <KnownSystems />
      </Hint>
      {error !== null && <SaveError error={error} fields={fields} />}
    </>
  )
}

/** Files of some systems are understood without a mapping. */
function KnownSystems() {
  const { data } = useQuery(sourceKindsQuery)
  const known = (data?.items ?? []).filter(({ kind, ways }) => kind !== mappedKind && ways.includes('file'))
  if (known.length === 0) return null
  return (
    <>
      Files of {joinWithAnd(known.map(({ label }) => label))} are understood as they are:{' '}
      <TextLink to={paths.manageRecord('sources', newRecordId)}>Add Source</TextLink> instead.
    </>
  )
}

function NoCustomer() {
  return (
    <Alert
      type="info"
      showIcon
      title="There is no customer yet"
      description={
        <>
          Calls belong to a customer:{' '}
          <TextLink to={paths.manageRecord('customers', newRecordId)}>Add Customer</TextLink> first, then
          import the file.
        </>
      }
    />
  )
}
