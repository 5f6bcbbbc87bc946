import type { MenuItem } from '@callboard/contract/menus'
import { useEffect, useRef } from 'react'
import { setHidden } from '#web/features/menus/hide-item.ts'
import { nameOf } from '#web/features/menus/menu-tree.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'

/** The button that was pressed last, in whose place there is its opposite in the other list. */
export interface Pressed {
  itemId: string
  isHidden: boolean
}

interface HideButtonProps {
  role: { id: string; name: string }
  menuId: string
  item: MenuItem
  isHidden: boolean
  pressed: Pressed | undefined
  onPress: (pressed: Pressed | undefined) => void
}

/** Hides an item from a role, or shows it again. The opposite button takes over the focus, which would be lost. */
export function HideButton({ role, menuId, item, isHidden, pressed, onPress }: HideButtonProps) {
  const place = useRef<HTMLSpanElement>(null)
  const name = nameOf(item)
  const hiding = { menuId, itemId: item.id, roleId: role.id }
  const hiddenItems = item.children.length > 0 ? `${name} and everything below it are` : `${name} is`
  const isOpposite = pressed !== undefined && pressed.itemId === item.id && pressed.isHidden !== isHidden
  useEffect(() => {
    if (!isOpposite) return
    place.current?.querySelector('button')?.focus({ preventScroll: true })
    onPress(undefined)
  }, [isOpposite, onPress])
  return (
    <span ref={place}>
      <ActionButton
        type="text"
        size="small"
        aria-label={isHidden ? `Show ${name} to ${role.name}` : `Hide ${name} from ${role.name}`}
        changes={changed}
        action={async () => await setHidden(hiding, !isHidden)}
        undo={async () => await setHidden(hiding, isHidden)}
        done={
          isHidden
            ? `${name} is no longer hidden from ${role.name}.`
            : `${hiddenItems} hidden from ${role.name}. The rights of the role stay as they are.`
        }
        onDone={() => onPress({ itemId: item.id, isHidden })}
      >
        {isHidden ? 'Show' : 'Hide'}
      </ActionButton>
    </span>
  )
}

const changed = ['menu'] as const
