import { callColumns } from '#web/features/calls/list/columns.tsx'
import { CallsExport } from '#web/features/calls/list/CallsExport.tsx'
import { defaultFileColumns, fileFields } from '#web/features/calls/list/file-columns.ts'
import { callDetails, callFields } from '@callboard/contract/calls'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { press, show } from '../../../../test/show.tsx'

const none = new Map()
const shown = ['time', 'status', 'caller', 'location']

describe('the columns of a file of calls', () => {
  it('are those of the screen in its order, with what is looked for in a file', () => {
    expect(defaultFileColumns(shown, none).join(' ')).toBe(
      'startedAt status direction contactNumber callerName firstTime trackingNumber ' +
        'location duration campaign value leadStatus',
    )
  })

  it('may be all that a call has, those of the screen before the others', () => {
    expect(fileFields.toSorted()).toEqual(
      callFields.filter((name) => name !== 'audibleRecordingId').toSorted(),
    )
    const listed = callColumns.flatMap(({ fields }) => fields)
    expect(fileFields.slice(0, new Set(listed).size)).toEqual([...new Set(listed)])
  })
})

describe('the choice of them', () => {
  beforeEach(() => localStorage.clear())

  const selection = {
    period: { relative: 'last7Days' as const },
    timeZone: 'UTC',
    filters: [],
    entityGroups: [],
    keyword: undefined,
  }
  const part = (
    <CallsExport
      selection={selection}
      order={{ sort: 'startedAt', desc: true }}
      total={3}
      shownColumns={shown}
    />
  )

  it('is kept for the next files, until it is given up', async () => {
    // What is asked for is looked at, so no file needs to come.
    const sent = answerCalls({})
    const columns = async () => {
      sent.length = 0
      await press('Download')
      fireEvent.click(await screen.findByRole('menuitem', { name: /^CSV/ }))
      await waitFor(() => expect(sent.some(({ path }) => path === callDetails.path)).toBe(true))
      const { body } = sent.find(({ path }) => path === callDetails.path) ?? {}
      return callDetails.body.parse(body).columns
    }
    const choose = async () => {
      await press('Download')
      fireEvent.click(await screen.findByRole('menuitem', { name: /^Columns/ }))
      return within(await screen.findByRole('dialog'))
    }
    const { unmount } = show(part)
    const dialog = await choose()
    fireEvent.click(dialog.getByRole('checkbox', { name: 'Note' }))
    fireEvent.click(dialog.getByRole('checkbox', { name: 'Status' }))
    const chosen = [...defaultFileColumns(shown, none).filter((name) => name !== 'status'), 'note']
    unmount()
    show(part)
    expect(await columns()).toEqual(chosen)
    fireEvent.click((await choose()).getByText('Use the columns on screen'))
    expect(await columns()).toEqual(defaultFileColumns(shown, none))
  })
})
