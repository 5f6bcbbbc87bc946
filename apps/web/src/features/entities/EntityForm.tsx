import type { EntityType } from '@callboard/contract/claims'
import * as endpoints from '@callboard/contract/entities'
import { Form, Input } from 'antd'
import { AttributeFields } from '#web/features/entities/AttributeFields.tsx'
import { codeHints } from '#web/features/entities/entity-words.ts'
import { entityChoice } from '#web/features/entities/queries.ts'
import { send } from '#web/lib/api/api.ts'
import { useCurrentUser, useHoldsClaim } from '#web/lib/session/current-user.ts'
import { customerChoice } from '#web/records/choices/choices.ts'
import { FieldItem, SwitchItem, TextItem } from '#web/records/forms/FormItems.tsx'
import { RecordForm } from '#web/records/forms/RecordForm.tsx'
import { RecordSelect } from '#web/records/RecordSelect.tsx'

interface Values {
  code: string
  name: string
  customerId: string | null
  parentId: string | null
  isActive: boolean
  attributes: { name: string; value?: string }[]
}

interface EntityFormProps {
  type: EntityType
  /** Undefined: a new one. */
  entity: endpoints.Entity | undefined
}

export function EntityForm({ type, entity }: EntityFormProps) {
  const isNew = entity === undefined
  const { isAdmin } = useCurrentUser()
  const mayChoose = useHoldsClaim('client.view')
  const mayEdit = useHoldsClaim(`${type}.edit`)
  const isReadOnly = !mayEdit || (entity?.customerId === null && !isAdmin)
  return (
    <RecordForm
      record={entity}
      initialValues={valuesOf(entity)}
      create={({ code, customerId, ...rest }) =>
        send(endpoints.createEntity, {
          body: { ...bodyOf(rest), type, code, customerId: customerId ?? undefined },
        })
      }
      update={(values, { id, revision }) =>
        send(endpoints.updateEntity, { body: { ...bodyOf(values), id, revision } })
      }
      isReadOnly={isReadOnly}
    >
      <TextItem
        name="code"
        {...(type === 'number' && { label: 'Number' })}
        extra={isNew ? codeHints[type] : 'Calls refer to this code, so it cannot be changed.'}
        input={{ disabled: !isNew }}
      />
      <TextItem name="name" />
      {isNew && mayChoose && (
        <FieldItem
          name="customerId"
          extra={isAdmin ? 'Without a customer, it applies to the calls of all customers.' : undefined}
        >
          <RecordSelect choice={customerChoice} placeholder={isAdmin ? 'No customer' : 'Your own'} />
        </FieldItem>
      )}
      {!isNew && (
        <Form.Item label="Customer" htmlFor="entity_customer">
          <Input id="entity_customer" disabled value={entity.customerName ?? 'No customer'} />
        </Form.Item>
      )}
      <FieldItem
        name="parentId"
        extra="Anyone who can see the calls of a parent can also see those of everything below it."
      >
        <RecordSelect choice={entityChoice} placeholder="None" except={isNew ? [] : [entity.id]} />
      </FieldItem>
      <SwitchItem name="isActive" extra="Inactive entities are left out of lists. Their calls stay." />
      <Form.Item label="Attributes">
        <AttributeFields isReadOnly={isReadOnly} />
      </Form.Item>
    </RecordForm>
  )
}

function valuesOf(entity: endpoints.Entity | undefined): Values {
  if (entity === undefined) {
    return { code: '', name: '', customerId: null, parentId: null, isActive: true, attributes: [] }
  }
  const { code, name, customerId, parentId, isActive, attributes } = entity
  const pairs = Object.entries(attributes).map(([pair, value]) => ({ name: pair, value }))
  return { code, name, customerId, parentId, isActive, attributes: pairs }
}

/** Without what cannot be changed later. */
function bodyOf({ name, parentId, isActive, attributes }: Omit<Values, 'code' | 'customerId'>) {
  const values = attributes.map((pair) => [pair.name, pair.value ?? ''] as const)
  return { name, parentId, isActive, attributes: Object.fromEntries(values) }
}
