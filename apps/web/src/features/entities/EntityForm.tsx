import type { EntityType } from '@callboard/contract/claims'
import type { Entity } from '@callboard/contract/entities'
import { Form, Input } from 'antd'
import { AttributeFields } from '#web/features/entities/AttributeFields.tsx'
import { entityChoice } from '#web/features/entities/choices.ts'
import { codeHints, entityNouns } from '#web/features/entities/entity-words.ts'
import { useCurrentUser, useHoldsClaim } from '#web/lib/current-user.ts'
import { RecordForm } from '#web/records/RecordForm.tsx'
import { ActiveItem, NameItem } from '#web/records/RecordItems.tsx'
import { customerChoice } from '#web/records/customer-choice.ts'
import { FoundSelect } from '#web/records/FoundSelect.tsx'

export interface EntityValues {
  code: string
  name: string
  customerId: string | null
  parentId: string | null
  isActive: boolean
  attributes: { name: string; value?: string }[]
}

const fields = ['code', 'name', 'customerId', 'parentId', 'isActive', 'attributes'] as const

interface EntityFormProps {
  type: EntityType
  /** Undefined: a new one. */
  entity: Entity | undefined
  save: (values: EntityValues) => Promise<unknown>
  onReload?: (() => void) | undefined
  isReadOnly: boolean
}

export function EntityForm({ type, entity, save, onReload, isReadOnly }: EntityFormProps) {
  const isNew = entity === undefined
  const { isAdmin } = useCurrentUser()
  const mayChoose = useHoldsClaim('client.view')
  return (
    <RecordForm<EntityValues>
      key={entity?.revision}
      name="entity"
      initialValues={valuesOf(entity)}
      fields={fields}
      save={save}
      isNew={isNew}
      isReadOnly={isReadOnly}
      saveLabel={isNew ? `Add ${entityNouns[type]}` : 'Save'}
      onReload={onReload}
    >
      <Form.Item
        name="code"
        label="Code"
        rules={[{ required: true, whitespace: true, message: 'Give it a code.' }]}
        extra={isNew ? codeHints[type] : 'Calls carry this code: it stays.'}
      >
        <Input maxLength={120} disabled={!isNew} />
      </Form.Item>
      <NameItem maxLength={200} />
      {isNew && mayChoose && (
        <Form.Item
          name="customerId"
          label="Customer"
          extra={isAdmin ? 'Without one, it is meant in the calls of all customers.' : undefined}
        >
          <FoundSelect choice={customerChoice} placeholder={isAdmin ? 'None in particular' : 'Your own'} />
        </Form.Item>
      )}
      {!isNew && (
        <Form.Item label="Customer" htmlFor="entity_customer">
          <Input id="entity_customer" disabled value={entity.customerName ?? 'None in particular'} />
        </Form.Item>
      )}
      <Form.Item
        name="parentId"
        label="Parent"
        extra="Whoever may see the calls of a parent may see those of all that stands below it."
      >
        <FoundSelect choice={entityChoice} placeholder="None" except={isNew ? [] : [entity.id]} />
      </Form.Item>
      <ActiveItem extra="One that is not active is left out of lists; its calls stay." />
      <Form.Item label="Attributes">
        <AttributeFields isReadOnly={isReadOnly} />
      </Form.Item>
    </RecordForm>
  )
}

function valuesOf(entity: Entity | undefined): EntityValues {
  if (entity === undefined) {
    return { code: '', name: '', customerId: null, parentId: null, isActive: true, attributes: [] }
  }
  const { code, name, customerId, parentId, isActive, attributes } = entity
  return {
    code,
    name,
    customerId,
    parentId,
    isActive,
    attributes: Object.entries(attributes).map(([pair, value]) => ({ name: pair, value })),
  }
}
