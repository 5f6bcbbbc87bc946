// Node 24 has no Temporal yet.
import 'temporal-polyfill/global'
