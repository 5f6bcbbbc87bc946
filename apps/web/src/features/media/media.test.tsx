import type { Media } from '@callboard/contract/media'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { createRef } from 'react'
import { expect, it } from 'vitest'
import { DropZone } from '#web/features/media/DropZone.tsx'
import { MediaCard } from '#web/features/media/MediaCard.tsx'
import { answerCalls, changesOf } from '../../../test/answers.ts'
import { fill, show } from '../../../test/show.tsx'

const media: Media = {
  id: '01990000-0000-7000-8000-0000000000a7',
  name: 'Logo',
  url: '/api/media/file/logo.png',
  thumbnailUrl: '/api/media/file/logo-small.png',
  contentType: 'image/png',
  width: 320,
  height: 80,
  bytes: 12_000,
  isActive: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  revision: 5,
  usedBy: [],
}
const own = `/api/media/${media.id}`

it('an image that is used says where, and is not deleted', () => {
  const use = { type: 'menu', id: '01990000-0000-7000-8000-0000000000a8', name: 'Main' } as const
  const { unmount } = show(<MediaCard media={{ ...media, usedBy: [use] }} />)
  expect(screen.getByLabelText<HTMLButtonElement>('Delete Logo').disabled).toBe(true)
  expect(screen.getByText('Main').getAttribute('href')).toBe(`/manage/menus/${use.id}`)
  unmount()
  show(<MediaCard media={media} />)
  expect(screen.getByText('Used nowhere')).toBeTruthy()
  expect(screen.getByLabelText<HTMLButtonElement>('Delete Logo').disabled).toBe(false)
})

it('is called otherwise by Enter, with the revision that was read; Escape leaves its name', async () => {
  const calls = answerCalls({ [`PUT ${own}`]: { body: { ...media, name: 'Sign', revision: 6 } } })
  show(<MediaCard media={media} />)
  const rename = () => {
    fireEvent.click(screen.getByLabelText('Rename Logo'))
    const field = screen.getByLabelText('Name of Logo')
    fill(field, 'Sign')
    return field
  }
  fireEvent.keyDown(rename(), { key: 'Escape' })
  expect(screen.queryByLabelText('Name of Logo')).toBeNull()
  expect(calls).toEqual([])
  fireEvent.keyDown(rename(), { key: 'Enter' })
  await waitFor(() => expect(changesOf(calls)).toMatchObject([{ body: { name: 'Sign', revision: 5 } }]))
})

it('of several files those that are no images are named, and the others are added', async () => {
  const calls = answerCalls({ 'POST /api/media': { status: 201, body: media } })
  const { container } = show(<DropZone chooseRef={createRef()} />)
  const field = container.querySelector('input[type=file]')
  if (field === null) throw new Error('there is no place for a file')
  const files = [
    new File(['x'], 'notes.txt', { type: 'text/plain' }),
    new File(['x'], 'front.door.png', { type: 'image/png' }),
  ]
  fireEvent.change(field, { target: { files } })
  expect(await screen.findByText('notes.txt: This file is not a PNG, JPEG, WebP or GIF image.')).toBeTruthy()
  expect(await screen.findByText('1 image added.')).toBeTruthy()
  expect(changesOf(calls)).toHaveLength(1)
})
