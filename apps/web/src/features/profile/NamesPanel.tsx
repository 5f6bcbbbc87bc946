import * as endpoints from '@callboard/contract/manage-users'
import type { User } from '@callboard/contract/users'
import { Form, Input } from 'antd'
import { send } from '#web/lib/api/api.ts'
import { asThePortal } from '#web/lib/time-zones.ts'
import { useIsViewingAs } from '#web/lib/session/current-user.ts'
import { TimeZoneSelect } from '#web/ui/fields/TimeZoneSelect.tsx'
import { EditForm } from '#web/records/forms/EditForm.tsx'
import { FieldItem, TextItem } from '#web/records/forms/FormItems.tsx'
import { useInvalidate } from '#web/records/invalidate.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { Grid } from '#web/ui/layout.tsx'

interface Values {
  firstName: string
  lastName: string
  phone: string
  /** Empty: the portal's. */
  timeZone: string
}

interface NamesPanelProps {
  user: User
  /** The portal's own zone, where it is known. */
  defaultTimeZone: string | undefined
}

const fields = { type: 'user', body: endpoints.updateUser.body } as const

export function NamesPanel({ user, defaultTimeZone }: NamesPanelProps) {
  const invalidate = useInvalidate()
  const isViewingAs = useIsViewingAs()
  const { firstName, lastName, phone, timeZone } = user
  return (
    <Panel title="Names and time zone">
      <EditForm<Values>
        name="profile"
        initialValues={{ firstName, lastName, phone: phone ?? '', timeZone: timeZone ?? '' }}
        fields={fields}
        savedMessage="Profile saved."
        isReadOnly={isViewingAs}
        save={async (values) => {
          const body = { ...values, phone: values.phone || null, timeZone: values.timeZone || null }
          await send(endpoints.updateUser, {
            params: { id: user.id },
            body: { ...body, revision: user.revision },
          })
          await invalidate('user')
        }}
        onReload={() => void invalidate('user')}
      >
        <Grid columns="repeat(auto-fit, minmax(min(220px, 100%), 1fr))" gap="0 16px">
          <TextItem name="firstName" input={{ autoComplete: 'given-name' }} />
          <TextItem name="lastName" input={{ autoComplete: 'family-name' }} />
        </Grid>
        <Form.Item label="User name" htmlFor="profile_userName">
          <Input id="profile_userName" value={user.userName} readOnly variant="filled" />
        </Form.Item>
        <Grid columns="repeat(auto-fit, minmax(min(220px, 100%), 1fr))" gap="0 16px">
          <TextItem name="phone" input={{ type: 'tel', autoComplete: 'tel' }} />
          <FieldItem name="timeZone" label="Times are shown in">
            <TimeZoneSelect none={asThePortal(defaultTimeZone)} />
          </FieldItem>
        </Grid>
      </EditForm>
    </Panel>
  )
}
