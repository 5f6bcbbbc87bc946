import { type Customer, getCustomer } from '@callboard/contract/customers'
import { callStatuses, statusLabels } from '@callboard/contract/fields'
import { textLimits } from '@callboard/contract/limits'
import { formatTimeZone } from '@callboard/contract/format-time-zone'
import * as endpoints from '@callboard/contract/sources'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import { useEffect, useRef } from 'react'
import { KindChoice } from '#web/features/sources/KindChoice.tsx'
import { settingPath, SourceSettings } from '#web/features/sources/SourceSettings.tsx'
import { StatusWords } from '#web/features/sources/StatusWords.tsx'
import { send } from '#web/lib/api/api.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { useTimeZone } from '#web/lib/session/current-user.ts'
import { customerChoice } from '#web/records/choices/choices.ts'
import { fewCustomersQuery } from '#web/records/choices/few-customers.ts'
import { sourceKindsQuery } from '#web/records/choices/source-kinds.ts'
import { FoldedFields } from '#web/records/forms/FoldedFields.tsx'
import { FieldItem, SwitchItem, TextItem } from '#web/records/forms/FormItems.tsx'
import { RecordForm } from '#web/records/forms/RecordForm.tsx'
import { RecordSelect } from '#web/records/RecordSelect.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { useMessage } from '#web/ui/message.tsx'
import { countryOptions } from '#web/ui/fields/country-options.ts'
import { TimeZoneSelect } from '#web/ui/fields/TimeZoneSelect.tsx'

interface SourceFormProps {
  /** Undefined: a new one. */
  source: endpoints.Source | undefined
}

/** Which phone system it is, and what the portal has to know of it. */
export function SourceForm({ source }: SourceFormProps) {
  const kinds = useQuery(sourceKindsQuery)
  const customers = useQuery(fewCustomersQuery)
  return (
    <QueryState query={kinds}>
      {({ items }) => (
        <QueryState query={customers}>
          {({ items: [customer, ...others] }) => (
            <KnownKinds source={source} kinds={items} customer={others.length === 0 ? customer : undefined} />
          )}
        </QueryState>
      )}
    </QueryState>
  )
}

interface KnownKindsProps extends SourceFormProps {
  kinds: readonly endpoints.SourceKind[]
  /** The only one that there is. */
  customer: Customer | undefined
}

function KnownKinds({ source, kinds, customer }: KnownKindsProps) {
  const isNew = source === undefined
  const ownZone = useTimeZone()
  return (
    <RecordForm
      record={source}
      initialValues={valuesOf(source, { customer, ownZone })}
      secretFields={['secrets']}
      note={<MissingKind />}
      create={({ customerId, kind, ...values }) =>
        send(endpoints.createSource, { body: { ...values, customerId: customerId ?? '', kind: kind ?? '' } })
      }
      update={({ customerId: _customerId, kind: _kind, ...values }, { id, revision }) =>
        send(endpoints.updateSource, { params: { id }, body: { ...values, revision } })
      }
    >
      {isNew && (
        <FieldItem
          name="kind"
          label="Phone system"
          rules={[{ required: true, message: 'Choose a phone system.' }]}
        >
          <KindChoice kinds={kinds} />
        </FieldItem>
      )}
      <OfKind source={source} kinds={kinds} initialZone={customer?.timeZone ?? ownZone} />
    </RecordForm>
  )
}

/** Beside the button, as the end of all systems is out of sight. */
function MissingKind() {
  const kind: unknown = Form.useWatch('kind', Form.useFormInstance())
  return typeof kind === 'string' ? null : 'Choose a phone system.'
}

interface OfKindProps extends Omit<KnownKindsProps, 'customer'> {
  initialZone: string
}

/** What is asked of a source once it is said which phone system it is. */
function OfKind({ source, kinds, initialZone }: OfKindProps) {
  const form = Form.useFormInstance()
  const chosen: unknown = Form.useWatch('kind', form)
  const kind = kinds.find((one) => one.kind === (source?.kind ?? chosen))
  const isNew = source === undefined
  useEffect(() => {
    if (kind === undefined) return
    // These fields stand below all systems. Who chooses by arrow keys may go on.
    const isPointed = document.activeElement?.matches('[type="radio"]:not(:focus-visible)') === true
    if (isPointed) form.scrollToField('name', { block: 'center', behavior: 'smooth' })
  }, [kind, form])
  if (kind === undefined) return null
  return (
    <>
      <TextItem
        name="name"
        input={{ maxLength: textLimits.sourceName }}
        extra={
          isNew
            ? 'What you call this system, such as Front desk PBX.'
            : `Calls keep saying that they come from ${source.sourceSystem}.`
        }
      />
      {isNew ? (
        <FieldItem name="customerId" extra="Whose calls they are. You cannot change this later.">
          <RecordSelect choice={customerChoice} placeholder="Find a customer" />
        </FieldItem>
      ) : (
        <Form.Item label="Customer" htmlFor="source_customer">
          <Input id="source_customer" value={source.customerName} readOnly variant="filled" />
        </Form.Item>
      )}
      {isNew && <ZoneOfCustomer initial={initialZone} />}
      <FieldItem name="timeZone" extra="That of the system’s clock, for times that do not say their own.">
        <TimeZoneSelect />
      </FieldItem>
      <KindItems source={source} kind={kind} />
      <FoldedFields
        title="More settings"
        hint="numbers, words for outcomes"
        names={['country', 'ownNumbers', 'statusWords', 'isNumberFirst']}
        isOpen={source !== undefined && hasMore(source)}
      >
        <Form.Item
          name="country"
          label="Country of numbers"
          extra="For phone numbers without a country code. Leave empty to use the customer’s."
        >
          <Select
            allowClear
            options={countryOptions}
            placeholder="As of the customer"
            showSearch={{ optionFilterProp: 'label' }}
          />
        </Form.Item>
        <Form.Item
          name="ownNumbers"
          label="Own numbers"
          extra="Your own phone numbers, so that the portal can tell who called whom where the system does not say. Press Enter after each: +13125550100, or +1312555* for all that begin so."
        >
          <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ' ', '\n', ';']} />
        </Form.Item>
        <Form.Item
          name="statusWords"
          label="Words for outcomes"
          extra="Only if your system has words of its own for how calls end."
        >
          <StatusWords statuses={statusOptions} />
        </Form.Item>
        <SwitchItem
          name="isNumberFirst"
          extra="Where a tracking number stands for a source or a campaign, its calls get that, whatever the system says itself. Earlier calls follow."
        />
      </FoldedFields>
      <SwitchItem
        name="isActive"
        extra="Nothing is taken from an inactive source. Its calls stay in reports."
      />
    </>
  )
}

/** The time zone follows the customer that is chosen until somebody enters another one. */
function ZoneOfCustomer({ initial }: { initial: string }) {
  const form = Form.useFormInstance()
  const id = Form.useWatch<string | null | undefined>('customerId', form) ?? ''
  const { data } = useQuery({
    ...endpointQuery('customer', getCustomer, { params: { id } }),
    enabled: id !== '',
  })
  const followed = useRef(initial)
  const { info } = useMessage()
  useEffect(() => {
    if (data === undefined || data.timeZone === followed.current) return
    if (form.getFieldValue('timeZone') !== followed.current) return
    followed.current = data.timeZone
    form.setFieldValue('timeZone', data.timeZone)
    info(`Time zone set to that of ${data.name}: ${formatTimeZone(data.timeZone)}.`)
  }, [data, form, info])
  return null
}

/** What each way in which calls come is called, and what it takes. */
const wayWords = {
  file: { title: 'Files', hint: 'a folder that is watched, and how files are read' },
  webhook: { title: 'Posted by the system', hint: 'by its webhooks' },
  fetch: { title: 'Fetched from the system', hint: 'by its API, or from its database' },
  connection: { title: 'Calls while they happen', hint: 'by a connection to the system' },
} as const satisfies Record<endpoints.SourceWay, { title: string; hint: string }>

/** What sources of the kind have besides: what every one needs, and then what each way needs that calls can come by. */
function KindItems({ source, kind: { settings } }: SourceFormProps & { kind: endpoints.SourceKind }) {
  const byWay = Map.groupBy(settings, ({ way }) => way)
  const secretsSet = source?.secretsSet ?? []
  return (
    <>
      <SourceSettings settings={byWay.get(undefined) ?? []} secretsSet={secretsSet} />
      {endpoints.sourceWays.map((way) => {
        const ofWay = byWay.get(way) ?? []
        if (ofWay.length === 0) return null
        return (
          <FoldedFields
            key={way}
            {...wayWords[way]}
            names={ofWay.map((setting) => settingPath(setting).join('.'))}
            isOpen={ofWay.some((setting) => isNeeded(setting, source))}
          >
            <SourceSettings settings={ofWay} secretsSet={secretsSet} />
          </FoldedFields>
        )
      })}
    </>
  )
}

function isNeeded(
  { name, isRequired = false }: endpoints.SourceSetting,
  source: endpoints.Source | undefined,
) {
  return isRequired || source?.settings[name] !== undefined || source?.secretsSet.includes(name) === true
}

function hasMore({ country, ownNumbers, statusWords, isNumberFirst }: endpoints.Source): boolean {
  return country !== null || ownNumbers.length > 0 || statusWords.length > 0 || isNumberFirst
}

function valuesOf(
  source: endpoints.Source | undefined,
  given: { customer: Customer | undefined; ownZone: string },
) {
  const { customer, ownZone } = given
  const none: Record<string, string | null> = {}
  return {
    kind: source?.kind ?? null,
    name: source?.name ?? '',
    customerId: source?.customerId ?? customer?.id ?? null,
    timeZone: source?.timeZone ?? customer?.timeZone ?? ownZone,
    country: source?.country ?? null,
    ownNumbers: source?.ownNumbers ?? [],
    settings: source?.settings ?? {},
    secrets: none,
    statusWords: source?.statusWords ?? [],
    isNumberFirst: source?.isNumberFirst ?? false,
    isActive: source?.isActive ?? true,
  }
}

const statusOptions = callStatuses.map((value) => ({ value, label: statusLabels[value] }))
