import { exportTypes, exportTypesOf } from '@callboard/contract/export-types'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ExportMenu } from '#web/ui/buttons/ExportMenu.tsx'

async function open(rowCount: number) {
  const onExport = vi.fn<(type: { extension: string }) => void>()
  const types = exportTypesOf(exportTypes.map(({ extension }) => extension))
  render(<ExportMenu types={types} rowCount={rowCount} columns={[]} isRunning={false} onExport={onExport} />)
  await userEvent.click(screen.getByRole('button', { name: /Download/ }))
  return onExport
}

it('offers every type of file, JSON among them', async () => {
  const onExport = await open(10)
  expect(await screen.findAllByRole('menuitem')).toHaveLength(exportTypes.length)
  await userEvent.click(screen.getByRole('menuitem', { name: /^JSON/ }))
  expect(onExport.mock.calls.map(([{ extension }]) => extension)).toEqual(['json'])
})

it('offers those for many rows alone where there are many', async () => {
  await open(10_001)
  const items = await screen.findAllByRole('menuitem')
  const names = items
    .filter((item) => item.getAttribute('aria-disabled') !== 'true')
    .map((item) => item.textContent?.replace(/(for|with) .*/, ''))
  expect(names).toEqual(['CSV', 'Excel', 'NDJSON', 'Parquet'])
})
