import { createInvitation } from '@callboard/contract/invitations'
import { Form } from 'antd'
import { useNavigate } from 'react-router'
import { useDeliveryMessage } from '#web/features/users/delivery-message.tsx'
import { InvitationPreview } from '#web/features/users/InvitationPreview.tsx'
import {
  bodyOfInvitation,
  type InvitationValues,
  noInvitation,
} from '#web/features/users/invitation-values.ts'
import { groupChoiceOf } from '#web/features/users/queries.ts'
import classes from '#web/features/users/users.module.css'
import { send } from '#web/lib/api/api.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { customerChoice, entityChoiceOf, roleChoice } from '#web/records/choices/choices.ts'
import { DateItem } from '#web/records/forms/DateItem.tsx'
import { EditForm } from '#web/records/forms/EditForm.tsx'
import { FieldItem, TextItem, unfilled } from '#web/records/forms/FormItems.tsx'
import { useInvalidate } from '#web/records/invalidate.ts'
import { RecordMultiSelect, RecordSelect } from '#web/records/RecordSelect.tsx'

/** Who is invited, what they may do and for how long, the calls they see and the reports they find: all of it on one screen. */
export function InviteForm() {
  const navigate = useNavigate()
  const invalidate = useInvalidate()
  const sayDelivery = useDeliveryMessage()

  async function save(values: InvitationValues) {
    const { user, delivery } = await send(createInvitation, { body: bodyOfInvitation(values) })
    void invalidate('user', 'role', 'entityGroup', 'reportGroup', 'mail')
    sayDelivery(delivery, user.email ?? '')
    void navigate(paths.manageRecord('users', user.id), { replace: true })
  }

  return (
    <EditForm<InvitationValues>
      name="invitation"
      initialValues={noInvitation}
      fields={{ type: 'user', body: createInvitation.body }}
      save={save}
      isNew
      saveLabel="Send invitation"
      savedMessage={null}
      note={<InvitationPreview />}
    >
      <h2 className={classes.part}>Who</h2>
      <div className={classes.pair}>
        <TextItem name="firstName" input={unfilled} />
        <TextItem name="lastName" input={unfilled} />
        <TextItem
          name="email"
          extra="The invitation is sent there and expires in seven days."
          missing="Enter an email address for the invitation."
          input={{ ...unfilled, type: 'email' }}
        />
        <TextItem name="userName" extra="Leave empty to sign in with the email address." input={unfilled} />
      </div>
      <h2 className={classes.part}>Role and dates</h2>
      <Form.Item name="roleId" label="Role">
        <RecordSelect choice={roleChoice} placeholder="Find a role" />
      </Form.Item>
      <div className={classes.pair}>
        <DateItem name="startDate" label="First day" extra="Leave empty to start immediately." />
        <DateItem
          name="expiryDate"
          label="Last day (included)"
          extra="Leave empty for no end date."
          first="startDate"
        />
      </div>
      <h2 className={classes.part}>Calls they can see</h2>
      <FieldItem name="customerId">
        <RecordSelect choice={customerChoice} placeholder="Find a customer" />
      </FieldItem>
      <EntitiesItem />
      <h2 className={classes.part}>Reports they can see</h2>
      <GroupsItem />
    </EditForm>
  )
}

/** Offered once there is a customer; another customer has others. */
function EntitiesItem() {
  const customerId = Form.useWatch<string | null | undefined>('customerId') ?? null
  return (
    <Form.Item
      // Another customer's would let nothing through.
      key={customerId}
      name="entities"
      label="Limit to locations, numbers or other entities"
      extra="Leave empty to include all calls of the customer."
      preserve={false}
    >
      <RecordMultiSelect
        choice={entityChoiceOf(customerId ?? '')}
        placeholder={customerId === null ? 'Choose a customer first' : 'All of them'}
        isDisabled={customerId === null}
      />
    </Form.Item>
  )
}

/** Stay chosen when the customer changes: what they add, the preview says. */
function GroupsItem() {
  const customerId = Form.useWatch<string | null | undefined>('customerId') ?? null
  return (
    <Form.Item name="reportGroups" label="Report Groups" extra="Leave empty to give access to no reports.">
      <RecordMultiSelect choice={groupChoiceOf(customerId)} placeholder="Find report groups" />
    </Form.Item>
  )
}
