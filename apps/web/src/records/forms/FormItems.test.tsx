import { createCustomer } from '@callboard/contract/customers'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { EditForm } from '#web/records/forms/EditForm.tsx'
import { labelOf } from '#web/records/forms/form-fields.ts'
import { SelectItem, TextItem } from '#web/records/forms/FormItems.tsx'
import { press, show } from '../../../test/show.tsx'

function showForm(items: React.ReactNode) {
  const save = vi.fn<(values: object) => Promise<void>>()
  show(
    <EditForm
      name="customer"
      initialValues={{ name: '', timeZone: null, legacyReportingCid: '' }}
      fields={{ type: 'customer', body: createCustomer.body }}
      save={save}
      isNew
    >
      {items}
    </EditForm>,
  )
  return save
}

it('items are called, limited and required as the contract says', async () => {
  const save = showForm(
    <>
      <TextItem name="name" />
      <SelectItem name="timeZone" options={[]} />
      <TextItem name="legacyReportingCid" />
    </>,
  )
  expect(screen.getByLabelText<HTMLInputElement>('Name').maxLength).toBe(200)
  expect(screen.getByLabelText<HTMLInputElement>('Legacy reporting id').maxLength).toBe(64)
  await press('Save')
  expect(await screen.findByText('Give it a name.')).toBeTruthy()
  expect(await screen.findByText('Choose a time zone.')).toBeTruthy()
  expect(screen.queryByText(/legacy reporting id\./)).toBeNull()
  expect(save).not.toHaveBeenCalled()
})

it('refuses an item of what is no field of the record, unless it says how it is called', () => {
  expect(() => labelOf({ type: 'customer', body: createCustomer.body }, 'nickname')).toThrow(
    '“nickname” is no field of “customer”: correct its name, or give the item a label.',
  )
})
