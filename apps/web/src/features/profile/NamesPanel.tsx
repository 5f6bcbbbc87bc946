import * as endpoints from '@callboard/contract/manage-users'
import type { User } from '@callboard/contract/users'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Form, Input } from 'antd'
import classes from '#web/features/profile/profile.module.css'
import { send } from '#web/lib/api/api.ts'
import { hasCode } from '#web/lib/api/api-error.ts'
import { timeZoneChoices } from '#web/lib/time-zones.ts'
import { FormFieldsContext } from '#web/records/forms/form-fields.ts'
import { SelectItem, TextItem } from '#web/records/forms/FormItems.tsx'
import { useInvalidate } from '#web/records/invalidate.ts'
import { ErrorNote } from '#web/ui/page/ErrorNote.tsx'
import { fieldErrors } from '#web/ui/fields/field-errors.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { Grid } from '#web/ui/layout.tsx'
import { useMessage } from '#web/ui/message.tsx'

interface Values {
  firstName: string
  lastName: string
  phone: string
  /** Empty: the portal's. */
  timeZone: string
}

const names = ['firstName', 'lastName', 'phone', 'timeZone'] as const

interface NamesPanelProps {
  user: User
  /** The portal's own zone, where it is known. */
  defaultTimeZone: string | undefined
}

const fields = { type: 'user', body: endpoints.updateUser.body } as const

export function NamesPanel({ user, defaultTimeZone }: NamesPanelProps) {
  const [form] = Form.useForm<Values>()
  const message = useMessage()
  const invalidate = useInvalidate()
  const save = useMutation({
    mutationFn: ({ phone, timeZone, ...rest }: Values) =>
      send(endpoints.updateUser, {
        params: { id: user.id },
        body: { ...rest, phone: phone || null, timeZone: timeZone || null, revision: user.revision },
      }),
    onSuccess: async () => {
      await invalidate('user')
      message.success('Your profile is saved.')
    },
    onError: (error) => form.setFields(fieldErrors(error, names)),
  })
  const zones = timeZoneChoices(user.timeZone, defaultTimeZone)
  return (
    <Panel title="Names and time zone">
      <Form<Values>
        form={form}
        name="profile"
        layout="vertical"
        requiredMark={false}
        className={classes.narrow}
        initialValues={{ ...user, phone: user.phone ?? '', timeZone: user.timeZone ?? '' }}
        onFinish={save.mutate}
      >
        <FormFieldsContext value={fields}>
          <Grid columns="repeat(auto-fit, minmax(min(220px, 100%), 1fr))" gap="0 16px">
            <TextItem name="firstName" input={{ autoComplete: 'given-name' }} />
            <TextItem name="lastName" input={{ autoComplete: 'family-name' }} />
          </Grid>
          <Form.Item label="User name" htmlFor="profile_userName">
            <Input id="profile_userName" value={user.userName} readOnly variant="filled" />
          </Form.Item>
          <Grid columns="repeat(auto-fit, minmax(min(220px, 100%), 1fr))" gap="0 16px">
            <TextItem name="phone" input={{ type: 'tel', autoComplete: 'tel' }} />
            <SelectItem name="timeZone" label="Times are shown in" options={zones} />
          </Grid>
        </FormFieldsContext>
        {save.error !== null && (
          <SaveError error={save.error} onLoad={() => void invalidate('user').then(save.reset)} />
        )}
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          Save
        </Button>
      </Form>
    </Panel>
  )
}

interface SaveErrorProps {
  error: unknown
  onLoad: () => void
}

function SaveError({ error, onLoad }: SaveErrorProps) {
  if (!hasCode(error, 'revisionConflict')) {
    return (
      <div className={classes.error}>
        <ErrorNote error={error} title="Your profile was not saved" />
      </div>
    )
  }
  return (
    <Alert
      className={classes.error}
      type="warning"
      showIcon
      title="Your profile was changed meanwhile, in another window or by an administrator"
      description="Nothing of yours was saved. Load what is there now, and make your changes again."
      action={<Button onClick={onLoad}>Load</Button>}
    />
  )
}
