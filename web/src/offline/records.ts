// Records on this device.

import type { GameRecordInput, RecordOptions } from "../api/types";
import type { Answers } from "./calls";
import { data } from "./data";
import { read } from "./record_reader";
import { KINDS, write } from "./record_writer";
