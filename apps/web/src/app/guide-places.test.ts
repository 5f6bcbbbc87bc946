import { matchRoutes } from 'react-router'
import { expect, it } from 'vitest'
import { pageRoutes } from '#web/app/routes.tsx'
import type { Block, Inline } from '#web/features/guide/guide-content.ts'
import { findSection, guides } from '#web/features/guide/guides.ts'
import { isSignedInArea } from '#web/lib/urls/paths.ts'

const inlines = Object.values(guides).flatMap(({ sections }) =>
  sections.flatMap(({ blocks }) => blocks.flatMap(inlinesOfBlock)),
)

function inlinesOfBlock(block: Block): Inline[] {
  if (block.kind === 'picture' || block.kind === 'lines') return []
  if (block.kind === 'list') return block.items.flat().flatMap(inlinesOfBlock)
  const lines = block.kind === 'table' ? [block.head, ...block.rows].flat() : [block.content]
  return lines.flat().flatMap(withInner)
}

function withInner(inline: Inline): Inline[] {
  if (typeof inline === 'string' || inline.kind === 'code') return [inline]
  return [inline, ...inline.content.flatMap(withInner)]
}

it('has the section of the guide that each page names', () => {
  const named = pageRoutes.flatMap(({ guide, guideWith = {} }) =>
    [guide ?? [], ...Object.values(guideWith)].flat(),
  )
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((place) => findSection(place) === undefined)).toEqual([])
})

it('has the sections that the guides lead to', () => {
  const places = inlines.flatMap((inline) =>
    typeof inline === 'object' && inline.kind === 'link' ? inline.to : [],
  )
  expect(places.filter((place) => findSection(place) === undefined)).toEqual([])
})

it('has the pages whose addresses the guides say', () => {
  const addresses = inlines.flatMap((inline) =>
    typeof inline === 'object' && inline.kind === 'code' && isSignedInArea(inline.text) ? inline.text : [],
  )
  expect(addresses.length).toBeGreaterThan(5)
  expect(addresses.filter((address) => matchRoutes([...pageRoutes], address) === null)).toEqual([])
})

it('has each picture of the guides in both themes, and says its size', () => {
  const pictures = Object.values(guides).flatMap((guide) => Object.entries(guide.pictures))
  expect(pictures.length).toBeGreaterThan(5)
  for (const [name, { light, dark, width, height }] of pictures) {
    expect(light, name).toContain(name)
    expect(dark, name).toContain(name.replace('-light', '-dark'))
    expect(width * height, name).toBeGreaterThan(10_000)
  }
})

it('names no two sections of a guide alike', () => {
  for (const { sections } of Object.values(guides)) {
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
  }
})
