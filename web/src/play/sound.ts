// Synthesised sounds: a filtered burst of noise sounds like a piece put on the board.

let context: AudioContext | undefined;

/** The audio context. Browsers start it only after a user gesture, so it is resumed at every sound. */
function audioContext(): AudioContext | null {
  if (typeof AudioContext === "undefined") return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context.state === "closed" ? null : context;
}

function knock(audio: AudioContext, at: number, pitch: number, length: number, loud: number): void {
  const frames = Math.ceil(audio.sampleRate * length);
  const buffer = audio.createBuffer(1, frames, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < frames; i += 1) data[i] = (Math.random() * 2 - 1) * Math.exp((-7 * i) / frames);
  const noise = new AudioBufferSourceNode(audio, { buffer });
  const wood = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 2.2 });
  const body = new OscillatorNode(audio, { type: "triangle", frequency: pitch / 4 });
  const bodyGain = new GainNode(audio, { gain: loud * 0.5 });
  bodyGain.gain.setValueAtTime(loud * 0.5, at);
  bodyGain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  noise
    .connect(wood)
    .connect(new GainNode(audio, { gain: loud * 2.4 }))
    .connect(audio.destination);
  body.connect(bodyGain).connect(audio.destination);
  noise.start(at);
  body.start(at);
  body.stop(at + length);
}

function bell(audio: AudioContext, at: number, pitch: number): void {
  const tone = new OscillatorNode(audio, { type: "sine", frequency: pitch });
  const gain = new GainNode(audio, { gain: 0.0001 });
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(0.12, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.55);
}

export type Sound = "snap" | "capture" | "check";

export function play(sound: Sound): void {
  const audio = audioContext();
  if (audio === null) return;
  const now = audio.currentTime + 0.005;
  if (sound === "capture") {
    knock(audio, now, 1500, 0.05, 0.35);
    knock(audio, now + 0.07, 1150, 0.09, 0.6);
  } else knock(audio, now, 1250, 0.08, 0.55);
  if (sound === "check") {
    bell(audio, now + 0.05, 880);
    bell(audio, now + 0.05, 1322);
  }
}

/** A tone of this many seconds. Returns what ends it earlier. */
export function beep(seconds: number): () => void {
  const audio = audioContext();
  if (audio === null) return () => undefined;
  const at = audio.currentTime + 0.005;
  const tone = new OscillatorNode(audio, { type: "square", frequency: 1976 });
  const gain = new GainNode(audio, { gain: 0.035 });
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + seconds);
  return () => tone.stop();
}
