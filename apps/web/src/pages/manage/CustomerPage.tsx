import { createCustomer, type Customer, getCustomer, updateCustomer } from '@callboard/contract/customers'
import { CustomerForm } from '#web/features/customers/CustomerForm.tsx'
import { send } from '#web/lib/api.ts'
import { useCurrentUser, useHoldsClaim } from '#web/lib/current-user.ts'
import { ActiveTag } from '#web/ui/ActiveTag.tsx'
import { RecordPage } from '#web/records/RecordPage.tsx'

export function CustomerPage() {
  const { isAdmin } = useCurrentUser()
  const mayEdit = useHoldsClaim('client.edit')
  return (
    <RecordPage<Customer>
      kind="customers"
      tableType="customer"
      listName="Customers"
      newTitle="Add Customer"
      titleOf={({ name }) => name}
      renderDescription={({ code, isActive }) => (
        <>
          {code} <ActiveTag isActive={isActive} />
        </>
      )}
      load={(id, signal) => send(getCustomer, { params: { id } }, signal)}
      tabs={[
        {
          key: 'customer',
          label: 'Customer',
          render: (customer, { taken, reload }) => (
            <CustomerForm
              customer={customer}
              isReadOnly={!mayEdit || (customer === undefined && !isAdmin)}
              maySwitch={isAdmin}
              save={async (body) =>
                taken(
                  customer === undefined
                    ? await send(createCustomer, { body })
                    : await send(updateCustomer, {
                        params: { id: customer.id },
                        body: { ...body, revision: customer.revision },
                      }),
                )
              }
              onReload={reload}
            />
          ),
        },
      ]}
    />
  )
}
