import { attributeField } from '@callboard/contract/attribute-fields'
import type { CallAttribute } from '@callboard/contract/attributes'
import type { ReportDefinition } from '@callboard/contract/reports'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { ColumnsPart } from '#web/features/report-builder/parts/ColumnsPart.tsx'
import { RowsPart } from '#web/features/report-builder/parts/RowsPart.tsx'
import { answerCalls } from '../../../../test/answers.ts'
import { show } from '../../../../test/show.tsx'

const insurer: CallAttribute = {
  id: '01990000-0000-7000-8000-0000000000b1',
  customerId: '01990000-0000-7000-8000-0000000000a1',
  customerName: 'Northside Dental',
  key: 'insurer',
  name: 'Insurer',
  label: 'Insurer (Northside Dental)',
  type: 'text',
  choices: [],
}
const field = attributeField(insurer.id)

beforeEach(() => {
  answerCalls({ 'GET /api/reporting/attributes': { body: [insurer] } })
})

it('the rows of a report may be those of an attribute, which is called by its name', async () => {
  const onChange = vi.fn<(dimensions: ReportDefinition['dimensions']) => void>()
  const { unmount } = show(<RowsPart dimensions={[]} across={undefined} onChange={onChange} />)
  await userEvent.click(screen.getByRole('button', { name: /Add rows/ }))
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Insurer \(Northside Dental\)/ }))
  expect(onChange).toHaveBeenCalledWith([{ field }])
  unmount()
  show(<RowsPart dimensions={[{ field }]} across={undefined} onChange={onChange} />)
  expect(await screen.findByText(insurer.label)).toBeDefined()
})

it('so may the columns of a report with a row for each call', async () => {
  const onChange = vi.fn<(columns: string[]) => void>()
  show(<ColumnsPart columns={['status']} onChange={onChange} />)
  await userEvent.click(screen.getByRole('button', { name: /Add columns/ }))
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Insurer/ }))
  expect(onChange).toHaveBeenCalledWith(['status', field])
})
