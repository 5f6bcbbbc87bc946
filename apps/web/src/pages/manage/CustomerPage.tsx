import { CustomerForm } from '#web/features/customers/CustomerForm.tsx'
import { customerKind } from '#web/features/customers/queries.ts'
import { RecordPage } from '#web/records/RecordPage.tsx'
import { ActiveTag } from '#web/ui/ActiveTag.tsx'

export function CustomerPage() {
  return (
    <RecordPage
      kind={customerKind}
      formLabel="Customer"
      renderForm={(customer) => <CustomerForm customer={customer} />}
      renderDescription={({ code, isActive }) => (
        <>
          {code} <ActiveTag isActive={isActive} />
        </>
      )}
    />
  )
}
