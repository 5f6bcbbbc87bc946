import type { Claim } from '@callboard/contract/claims'
import { claims as allClaims } from '@callboard/contract/claims'
import type { Role } from '@callboard/contract/roles'
import { Form, Input } from 'antd'
import { ClaimChoice } from '#web/features/roles/ClaimChoice.tsx'
import { RecordForm } from '#web/records/RecordForm.tsx'
import { ActiveItem, NameItem } from '#web/records/RecordItems.tsx'

export interface RoleValues {
  name: string
  description: string
  isActive: boolean
  claims: Claim[]
}

const fields = ['name', 'description', 'isActive', 'claims'] as const

interface RoleFormProps {
  /** Undefined: a new one. */
  role: Role | undefined
  save: (values: RoleValues) => Promise<unknown>
  onReload?: (() => void) | undefined
}

export function RoleForm({ role, save, onReload }: RoleFormProps) {
  return (
    <RecordForm<RoleValues>
      key={role?.revision}
      name="role"
      initialValues={valuesOf(role)}
      fields={fields}
      save={save}
      isNew={role === undefined}
      saveLabel={role === undefined ? 'Add Role' : 'Save'}
      onReload={onReload}
    >
      <NameItem />
      <Form.Item name="description" label="Description">
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      <ActiveItem extra="A role that is not active gives nobody a right." />
      <Form.Item name="claims" label="Rights">
        <ClaimChoice />
      </Form.Item>
    </RecordForm>
  )
}

function valuesOf(role: Role | undefined): RoleValues {
  if (role === undefined) return { name: '', description: '', isActive: true, claims: [] }
  const { name, description, isActive } = role
  return { name, description, isActive, claims: allClaims.filter((claim) => role.claims.includes(claim)) }
}
