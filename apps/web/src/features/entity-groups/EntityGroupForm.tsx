import type { EntityGroup } from '@callboard/contract/entity-groups'
import { Form, Input } from 'antd'
import { RecordForm } from '#web/records/RecordForm.tsx'
import { ActiveItem, NameItem } from '#web/records/RecordItems.tsx'

export interface EntityGroupValues {
  name: string
  description: string
  isActive: boolean
}

const fields = ['name', 'description', 'isActive'] as const

interface EntityGroupFormProps {
  /** Undefined: a new one. */
  group: EntityGroup | undefined
  save: (values: EntityGroupValues) => Promise<unknown>
  onReload?: (() => void) | undefined
}

export function EntityGroupForm({ group, save, onReload }: EntityGroupFormProps) {
  const { name = '', description = '', isActive = true } = group ?? {}
  return (
    <RecordForm<EntityGroupValues>
      key={group?.revision}
      name="entitygroup"
      initialValues={{ name, description, isActive }}
      fields={fields}
      save={save}
      isNew={group === undefined}
      saveLabel={group === undefined ? 'Add Entity Group' : 'Save'}
      onReload={onReload}
    >
      <NameItem />
      <Form.Item name="description" label="Description">
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      <ActiveItem extra="A group that is not active restricts its users all the same: it lets nothing through." />
    </RecordForm>
  )
}
