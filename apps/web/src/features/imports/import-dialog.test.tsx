import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { changesOf, errorAnswer, type Sent } from '../../../test/answers.ts'
import { buildSession } from '../../../test/build-session.ts'
import {
  answerImports,
  doneImport,
  buildSource,
  chooseFile,
  chooseSource,
  csvFile,
  customer,
  otherCustomer,
} from '../../../test/import-portal.ts'
import { fill, findButton, openPage, press } from '../../../test/show.tsx'

async function openDialog(around: Parameters<typeof openPage>[1] = {}) {
  const page = openPage('/manage/imports', around)
  await press('Import a file')
  await screen.findByText('Drop a file here, or choose one')
  return page
}

const madeOf = (calls: readonly Sent[]) =>
  changesOf(calls).filter(({ method, path }) => method === 'POST' && path === '/api/source')
const uploadsOf = (calls: readonly Sent[]) => calls.filter(({ path }) => path === '/api/import')

beforeEach(() => localStorage.clear())

describe('in a portal without sources', () => {
  it('a file leads by what its system is called to its columns, and from there to its calls', async () => {
    const calls = answerImports()
    const { location } = await openDialog()
    expect((await findButton('Continue')).disabled).toBe(true)
    chooseFile(csvFile)
    expect(await screen.findByDisplayValue('March calls')).toBeTruthy()
    expect(await screen.findByText('Northside Dental')).toBeTruthy()
    expect(screen.queryByText('One of your sources')).toBeNull()
    await press('Continue')
    await waitFor(() => expect(location().pathname).toBe(`/manage/sources/${buildSource().id}/mapping`))
    expect(madeOf(calls)).toMatchObject([
      {
        body: { kind: 'mapped', name: 'March calls', customerId: customer.id, timeZone: 'Europe/Berlin' },
      },
    ])
    expect(await screen.findByText('march_calls.csv')).toBeTruthy()
    expect(await screen.findByText('no rows fail')).toBeTruthy()

    await press('Save and import this file')
    await waitFor(() => expect(location().pathname).toBe(`/manage/imports/${doneImport.id}`))
    expect(await screen.findByRole('heading', { name: 'march_calls.csv' })).toBeTruthy()
    const saved = changesOf(calls).find(({ method }) => method === 'PUT')
    expect(saved?.body).toMatchObject({ after: 0, mapping: { columns: ['Start', 'Duration'] } })
    expect(uploadsOf(calls)).toHaveLength(1)
  })

  it('a name that was entered stays when another file is chosen', async () => {
    answerImports()
    await openDialog()
    chooseFile(csvFile)
    fill(await screen.findByLabelText('Name'), 'Front desk')
    chooseFile(new File(['a,b\n'], 'april.csv'))
    expect(await screen.findByText('april.csv')).toBeTruthy()
    expect(await screen.findByDisplayValue('Front desk')).toBeTruthy()
  })

  it('the time zone follows the customer that is chosen', async () => {
    const calls = answerImports({ customers: [customer, otherCustomer] })
    await openDialog()
    chooseFile(csvFile)
    await screen.findByDisplayValue('March calls')
    expect((await findButton('Continue')).disabled).toBe(true)
    expect(screen.getByText('Choose a customer first.')).toBeTruthy()
    fireEvent.mouseDown(screen.getByLabelText('Customer'))
    fireEvent.click(await screen.findByTitle('Ripe Plumbing'))
    await waitFor(async () => expect((await findButton('Continue')).disabled).toBe(false))
    expect(screen.queryByText('Choose a customer first.')).toBeNull()
    await press('Continue')
    await waitFor(() => expect(madeOf(calls)).toHaveLength(1))
    expect(madeOf(calls)[0]?.body).toMatchObject({ customerId: otherCustomer.id, timeZone: 'America/Denver' })
    expect(await screen.findByText('no rows fail')).toBeTruthy()
  })

  it('without a customer there is nothing to enter, and a way to add one', async () => {
    answerImports({ customers: [] })
    await openDialog()
    chooseFile(csvFile)
    expect(await screen.findByText('There is no customer yet')).toBeTruthy()
    expect(screen.getByText('Add Customer').closest('a')?.getAttribute('href')).toBe('/manage/customers/add')
    expect((await findButton('Continue')).disabled).toBe(true)
  })

  it('systems whose files are understood as they are lead to Add Source', async () => {
    answerImports()
    await openDialog()
    expect(await screen.findByText('Choose a file first.')).toBeTruthy()
    const way = await screen.findByText('Add Source')
    expect(way.closest('a')?.getAttribute('href')).toBe('/manage/sources/add')
    expect(
      screen.getByText(/Files of Asterisk, FreePBX and FreeSWITCH are understood as they are/),
    ).toBeTruthy()
  })
})

describe('what goes wrong', () => {
  it('a name that is taken is said under it, and the dialog keeps what was entered', async () => {
    const calls = answerImports({
      create: ({ body }) =>
        JSON.stringify(body).includes('March')
          ? {
              status: 400,
              body: [{ code: 'nameTaken', description: 'Another source has it.', field: 'name' }],
            }
          : { status: 201, body: buildSource() },
    })
    const { location } = await openDialog()
    chooseFile(csvFile)
    await screen.findByDisplayValue('March calls')
    await press('Continue')
    expect(await screen.findByText('Another source has it.')).toBeTruthy()
    expect(location().pathname).toBe('/manage/imports')
    expect(screen.getByText('march_calls.csv')).toBeTruthy()
    fill(screen.getByLabelText('Name'), 'Spring')
    await waitFor(() => expect(screen.queryByText('Another source has it.')).toBeNull())
    await press('Continue')
    await waitFor(() => expect(location().pathname).toContain('/mapping'))
    expect(madeOf(calls)).toHaveLength(2)
    expect(await screen.findByText('no rows fail')).toBeTruthy()
  })

  it('a source that cannot be made is told, and the dialog keeps what was entered', async () => {
    answerImports({ create: () => errorAnswer('internal', 'The portal failed.', 500) })
    await openDialog()
    chooseFile(csvFile)
    fill(await screen.findByLabelText('Name'), 'Front desk')
    await press('Continue')
    expect(await screen.findByText('This was not saved')).toBeTruthy()
    expect(screen.getByDisplayValue('Front desk')).toBeTruthy()
    expect(screen.getByText('march_calls.csv')).toBeTruthy()
  })

  it.each([
    ['empty', new File([], 'none.csv'), 'This file is empty. Choose another one.'],
    [
      'a picture',
      new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13])], 'calls.png'),
      'This is not a table. Save it as CSV, Excel (.xlsx) or JSON, and choose that file.',
    ],
    [
      'a PDF',
      new File(['%PDF-1.7 calls'], 'calls.pdf'),
      'This is not a table. Save it as CSV, Excel (.xlsx) or JSON, and choose that file.',
    ],
  ])('a file that is %s is refused before a source is made', async (_, file, why) => {
    const calls = answerImports()
    await openDialog()
    chooseFile(file)
    expect(await screen.findByText(why)).toBeTruthy()
    expect((await findButton('Continue')).disabled).toBe(true)
    chooseFile(csvFile)
    await waitFor(() => expect(screen.queryByText(why)).toBeNull())
    expect((await findButton('Continue')).disabled).toBe(false)
    expect(madeOf(calls)).toEqual([])
  })

  it.each([
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x53, 0, 0x74, 0, 0x2c, 0]), 'calls.csv'],
    ['a workbook', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 0]), 'calls.xlsx'],
  ])('%s is no reason to refuse a file', async (_, bytes, name) => {
    answerImports()
    await openDialog()
    chooseFile(new File([bytes], name))
    expect(await screen.findByDisplayValue('Calls')).toBeTruthy()
    expect((await findButton('Continue')).disabled).toBe(false)
  })

  it('a dialog that was closed is empty when it is opened again', async () => {
    answerImports()
    await openDialog()
    chooseFile(csvFile)
    await screen.findByDisplayValue('March calls')
    await press('Cancel')
    await waitFor(() => expect(screen.queryByText('march_calls.csv')).toBeNull())
    await press('Import a file')
    expect(await screen.findByText('Drop a file here, or choose one')).toBeTruthy()
    expect((await findButton('Continue')).disabled).toBe(true)
  })

  it('a file is handed to its mapping once: loaded again, the page asks for a sample', async () => {
    answerImports()
    const { location, unmount } = await openDialog()
    chooseFile(csvFile)
    await screen.findByDisplayValue('March calls')
    await press('Continue')
    await screen.findByText('no rows fail')
    const address = location().pathname
    unmount()
    openPage(address)
    expect(await screen.findByText('Show the portal a sample')).toBeTruthy()
  })
})

describe('in a portal with sources', () => {
  const asterisk = buildSource({
    id: '01990000-0000-7000-8000-0000000000c2',
    name: 'Front desk PBX',
    kind: 'asterisk',
  })

  it('the list is offered first, and a new system beside it', async () => {
    const calls = answerImports({ sources: [asterisk] })
    const { location } = await openDialog()
    chooseFile(csvFile)
    await chooseSource('Front desk PBX')
    await waitFor(async () => expect((await findButton('Import')).disabled).toBe(false))
    fireEvent.click(screen.getByLabelText('A new system'))
    expect(await screen.findByDisplayValue('March calls')).toBeTruthy()
    fireEvent.click(screen.getByLabelText('One of your sources'))
    await press('Import')
    await waitFor(() => expect(location().pathname).toBe(`/manage/imports/${doneImport.id}`))
    expect(await screen.findByRole('heading', { name: 'march_calls.csv' })).toBeTruthy()
    expect(madeOf(calls)).toEqual([])
  })

  it('a file that was not accepted says why, and no longer when the dialog is opened again', async () => {
    answerImports({
      sources: [asterisk],
      upload: () => errorAnswer('invalid', 'The file is of another system.'),
    })
    await openDialog()
    chooseFile(csvFile)
    await chooseSource('Front desk PBX')
    await waitFor(async () => expect((await findButton('Import')).disabled).toBe(false))
    await press('Import')
    expect(await screen.findByText('The file is of another system.')).toBeTruthy()
    expect(screen.getByText('march_calls.csv')).toBeTruthy()
    await press('Cancel')
    await waitFor(() => expect(screen.queryByText('march_calls.csv')).toBeNull())
    await press('Import a file')
    expect(await screen.findByText('Drop a file here, or choose one')).toBeTruthy()
    expect(screen.queryByText('The file is of another system.')).toBeNull()
  })

  it.each([
    ['none of which takes files', buildSource({ kind: 'twilio' }), csvFile],
    ['none of which takes such files', asterisk, new File(['PK'], 'march_calls.xlsx')],
    ['none of which is active', { ...asterisk, isActive: false }, csvFile],
  ])('%s, a new system is chosen already', async (_, source, file) => {
    answerImports({ sources: [source] })
    await openDialog()
    chooseFile(file)
    expect(await screen.findByDisplayValue('March calls')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('A new system').checked).toBe(true)
  })

  it('a source without a mapping leads to it with the file', async () => {
    const calls = answerImports({ sources: [buildSource()] })
    const { location } = await openDialog()
    chooseFile(csvFile)
    await chooseSource('March calls')
    await press('Continue')
    await waitFor(() => expect(location().pathname).toBe(`/manage/sources/${buildSource().id}/mapping`))
    expect(await screen.findByText('no rows fail')).toBeTruthy()
    expect(madeOf(calls)).toEqual([])
  })

  it('who may not add sources chooses of those that there are', async () => {
    answerImports({ sources: [asterisk] })
    await openDialog({ user: buildSession({ isAdmin: false }) })
    chooseFile(csvFile)
    await screen.findByText('march_calls.csv')
    expect(screen.queryByLabelText('A new system')).toBeNull()
    await chooseSource('Front desk PBX')
    await waitFor(async () => expect((await findButton('Import')).disabled).toBe(false))
  })
})

it('nobody imports as somebody else', async () => {
  answerImports()
  openPage('/manage/imports/add', {
    user: buildSession({ isAdmin: true }),
    viewedBy: buildSession({ isAdmin: true }),
  })
  expect(await screen.findByRole('heading', { name: 'Imports' })).toBeTruthy()
  expect(within(document.body).queryByText('Drop a file here, or choose one')).toBeNull()
})
