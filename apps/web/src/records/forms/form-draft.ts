import type { FormInstance } from 'antd'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import {
  keepFields,
  markTried,
  type Restored,
  restoreFields,
  sendDraft,
  type Values,
} from '#web/lib/drafts/field-draft.ts'
import { readStoredDraft, removeStoredDraft } from '#web/lib/drafts/stored-drafts.ts'
import { useIsViewingAs, useRealUser } from '#web/lib/session/current-user.ts'

interface DraftOptions {
  /** Of the form, which is one of a page. */
  name: string
  isNew: boolean
  isReadOnly: boolean
  initialValues: object
  /** Fields that are never kept. */
  secretFields: readonly string[]
}

export interface FormDraft {
  /** What an earlier visit left; undefined where there was nothing, or once it is discarded. */
  restored: Restored | undefined
  /** Whether all that is entered is there again when the page is opened the next time. */
  isKept: () => boolean
  keep: (entered: object) => void
  discard: () => void
  /** Saves what was entered, after which it is no draft any more. */
  send: <T>(save: () => Promise<T>) => Promise<T>
}

/** Keeps what is entered into a form in the browser until it is saved or discarded, and brings it back. */
export function useFormDraft(form: FormInstance, options: DraftOptions): FormDraft {
  const { name, isNew, isReadOnly, initialValues, secretFields } = options
  const { id: userId } = useRealUser()
  const { pathname, search } = useLocation()
  // The address of a new record may say what it begins with; that of a saved one, which of its tabs is open.
  const [place] = useState({ userId, of: `${pathname}${isNew ? search : ''}#${name}` })
  const isOn = !useIsViewingAs() && !isReadOnly
  const withoutSecrets = (values: object): Values =>
    Object.fromEntries(Object.entries(values).filter(([field]) => !secretFields.includes(field)))
  const initial = withoutSecrets(initialValues)
  const [restored, setRestored] = useState(() => (isOn ? restoreFields(place, initial) : undefined))
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => {
    if (restored === undefined) return
    if (isDrawn) {
      keepFields(place, initial, restored.values)
      return
    }
    // Here and not when it is read: a page that waits for a part of itself is begun more than once.
    markTried(place)
    form.setFieldsValue(restored.values)
    setIsDrawn(true)
    // oxlint-disable-next-line react/exhaustive-deps -- before anything else is entered, and once that is drawn
  }, [isDrawn])
  return {
    restored,
    isKept: () => isOn && readStoredDraft(place) !== undefined,
    keep: (entered) => {
      if (isOn) keepFields(place, initial, withoutSecrets(entered))
    },
    discard: () => {
      removeStoredDraft(place)
      setRestored(undefined)
    },
    send: async (save) => await sendDraft(place, save),
  }
}
