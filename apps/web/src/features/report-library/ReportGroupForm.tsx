import * as endpoints from '@callboard/contract/report-groups'
import { Form } from 'antd'
import { reportGroupKind } from '#web/features/report-library/queries.ts'
import { send } from '#web/lib/api.ts'
import { customerChoice, reportSetChoice } from '#web/records/choices.ts'
import { portalUserChoice } from '#web/records/portal-user-choice.ts'
import type { Choice, RecordChoice } from '#web/records/record-choice.ts'
import { RecordForm } from '#web/records/RecordForm.tsx'
import { ActiveItem, DescriptionItem, NameItem } from '#web/records/RecordItems.tsx'
import { RecordMultiSelect } from '#web/records/RecordSelect.tsx'

interface ReportGroupFormProps {
  /** Undefined: a new one. */
  group: endpoints.ReportGroup | undefined
}

interface Values {
  name: string
  description: string
  isActive: boolean
  /** Of a new one; later they are in lists of their own. */
  sets?: Choice[]
  customers?: Choice[]
  users?: Choice[]
}

const idsOf = (chosen: readonly Choice[] = []) => chosen.map(({ value }) => value)

export function ReportGroupForm({ group }: ReportGroupFormProps) {
  const { name = '', description = '', isActive = true } = group ?? {}
  const fields = { name, description, isActive }
  return (
    <RecordForm<endpoints.ReportGroup, Values>
      kind={reportGroupKind}
      record={group}
      name="group"
      initialValues={group === undefined ? { ...fields, sets: [], customers: [], users: [] } : fields}
      create={({ sets, customers, users, ...values }) =>
        send(endpoints.createReportGroup, {
          body: { ...values, setIds: idsOf(sets), customerIds: idsOf(customers), userIds: idsOf(users) },
        })
      }
      update={(values, { id, revision }) =>
        send(endpoints.updateReportGroup, { body: { ...values, id, revision } })
      }
    >
      <NameItem />
      <DescriptionItem />
      {group === undefined && (
        <>
          <ManyItem
            name="sets"
            label="Report Sets"
            choice={reportSetChoice}
            extra="What its users may run."
          />
          <ManyItem
            name="customers"
            label="Customers"
            choice={customerChoice}
            extra="Whose calls its users see, beside those of their own customer."
          />
          <ManyItem name="users" label="Users" choice={portalUserChoice} />
        </>
      )}
      <ActiveItem extra="A group that is not active gives its users neither reports nor calls." />
    </RecordForm>
  )
}

interface ManyItemProps {
  name: 'sets' | 'customers' | 'users'
  label: string
  choice: Omit<RecordChoice, 'nameOf'>
  extra?: string
}

function ManyItem({ name, label, choice, extra }: ManyItemProps) {
  return (
    <Form.Item name={name} label={label} extra={extra}>
      <ChosenOnes choice={choice} label={label} />
    </Form.Item>
  )
}

interface ChosenOnesProps {
  choice: Omit<RecordChoice, 'nameOf'>
  label: string
  /** Given by the form. */
  id?: string
  value?: Choice[]
  onChange?: (chosen: Choice[]) => void
}

function ChosenOnes({ choice, label, id, value = [], onChange }: ChosenOnesProps) {
  return (
    <RecordMultiSelect
      choice={choice}
      label={label}
      placeholder={`Find ${label.toLowerCase()}`}
      {...(id !== undefined && { id })}
      value={value}
      onChange={(chosen) => onChange?.(chosen)}
    />
  )
}
