import type { FormInstance } from 'antd'
import { useEffect, useState } from 'react'
import {
  keepFields,
  markTried,
  type Restored,
  restoreFields,
  sendDraft,
  type Values,
} from '#web/lib/drafts/field-draft.ts'
import { readStoredDraft, removeStoredDraft } from '#web/lib/drafts/stored-drafts.ts'
import { useDraftPlace } from '#web/lib/drafts/draft-place.ts'

const noFields: readonly string[] = []

interface DraftOptions {
  /** The form, and what it is about. */
  of: string
  isOn?: boolean
  initialValues: object
  /** Fields that are never kept. */
  secretFields?: readonly string[]
}

export interface FormDraft {
  /** What an earlier visit left; undefined where there was nothing, or once it is discarded. */
  restored: Restored | undefined
  /** Whether all that is entered is there again when the page is opened the next time. */
  isKept: () => boolean
  keep: (entered: object) => void
  /** Empties the form of it. */
  discard: () => void
  /** Saves what was entered, after which it is no draft any more. */
  send: <T>(save: () => Promise<T>) => Promise<T>
}

/** Keeps what is entered into a form in the browser until it is saved or discarded, and brings it back. */
export function useFormDraft(form: FormInstance, options: DraftOptions): FormDraft {
  const { isOn = true, initialValues, secretFields = noFields } = options
  const [of] = useState(options.of)
  const place = useDraftPlace(of, isOn)
  const withoutSecrets = (values: object): Values =>
    Object.fromEntries(Object.entries(values).filter(([field]) => !secretFields.includes(field)))
  const initial = withoutSecrets(initialValues)
  const [restored, setRestored] = useState(() => restoreFields(place, initial))
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
    isKept: () => readStoredDraft(place) !== undefined,
    keep: (entered) => keepFields(place, initial, withoutSecrets(entered)),
    discard: () => {
      form.resetFields()
      removeStoredDraft(place)
      setRestored(undefined)
    },
    send: async (save) => await sendDraft(place, save),
  }
}
