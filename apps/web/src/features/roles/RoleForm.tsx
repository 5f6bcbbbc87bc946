import { claims as allClaims } from '@callboard/contract/claims'
import * as endpoints from '@callboard/contract/roles'
import { ClaimChoice } from '#web/features/roles/ClaimChoice.tsx'
import { roleKind } from '#web/features/roles/queries.ts'
import { send } from '#web/lib/api.ts'
import { RecordForm } from '#web/records/RecordForm.tsx'
import { ActiveItem, DescriptionItem, NameItem } from '#web/records/RecordItems.tsx'
import { Form } from 'antd'

interface RoleFormProps {
  /** Undefined: a new one. */
  role: endpoints.Role | undefined
}

export function RoleForm({ role }: RoleFormProps) {
  const { name = '', description = '', isActive = true, claims = [] } = role ?? {}
  return (
    <RecordForm
      kind={roleKind}
      record={role}
      name="role"
      initialValues={{
        name,
        description,
        isActive,
        claims: allClaims.filter((claim) => claims.includes(claim)),
      }}
      create={(body) => send(endpoints.createRole, { body })}
      update={(values, { id, revision }) =>
        send(endpoints.updateRole, { params: { id }, body: { ...values, revision } })
      }
    >
      <NameItem />
      <DescriptionItem />
      <ActiveItem extra="A role that is not active gives nobody a right." />
      <Form.Item name="claims" label="Rights">
        <ClaimChoice />
      </Form.Item>
    </RecordForm>
  )
}
