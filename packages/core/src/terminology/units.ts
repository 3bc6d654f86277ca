/**
 * Units of each property of the openEHR terminology (PropertyUnitData), by property code: symbols and UCUM codes, separated by `|` or a line end.
 * Added: the capital U of 445 and 385, which is how real templates and UCUM write them.
 */
export const UNITS: Readonly<Record<string, string>> = {
  // Concentration
  119: `
g/100ml|g/(100.ml)|g/L|mg/L|pH|[pH]|μg/L|ug/L|ng/L|10⁹/L|10*9/L|copies/mL|{copies}/mL|copies/µg|{copies}/ug
log copies/mL|{log_copies}/mL|10³ copies/mL|10*3{Copies}/mL|pmol/8·10⁸ RBC|pmol/8.10*8{RBC}
`,
  // Energy
  121: `
Btu|[Btu]|cal|erg|eV|ft·lbf|[ft_i].[lbf_av]|ft·pdl|[ft_i].([lb_av].[ft_i]/s2)|hp·h|[HP].h|hp·min|[HP].min|hp·s
[HP].s|in·lbf|[in_i].[lbf_av]|J|kcal|kW·h|kW.h|therm|100000[Btu]
`,
  // Length
  122: `
1000th in|[in_i]/1000|cm|Fr|[Ch]|ft|[ft_i]|in|[in_i]|km|m|micron|um|mile|[mi_i]|mm|nm|pc|yd|[yd_i]|Å|Ao|μm
`,
  // Sound pressure level
  123: `
B|B[SPL]|dB SPL|dB[SPL]|dB HL|dB[SPL]{HL}|dB nHL|dB[SPL]{nHL}|dB SL|dB[SPL]{SL}|dB SNR|dB[SPL]{SNR}|dB A|dB[SPL]{A}
dB B|dB[SPL]{B}|dB C|dB[SPL]{C}
`,
  // Mass
  124: `
AU|cg|dg|dram|[dr_av]|fg|g|grain|[gr]|kg|lbm|[lb_av]|mg|mp|[m_p]|mₑ|[m_e]|ng|oz (avoirdupois)|[oz_av]|oz (troy)
[oz_tr]|pg|t|ton (US)|[ston_av]|u|AMU|μg|ug
`,
  // Pressure
  125: `
atm|bar|mmH₂O|mm[H2O]|cmH₂O|cm[H2O]|mH₂O|m[H2O]|dyn/cm²|dyn/cm2|ftH₂O|[ft_i'H2O]|inHg|[in_i'Hg]|inH₂O|[in_i'H2O]
kgf/m²|kgf/m2|daPa|hPa|kPa|lbf/ft²|[lbf_av]/[ft_i]2|psi|[psi]|mbar|mmHg|mm[Hg]|N/m²|N/m2|Pa|pdl/ft²
([lb_av].[ft_i]/s2)/[sft_i]|ton/in²|2000[lbf_av]/[sin_i]
`,
  // Flow Rate, Volume
  126: `
cfh|[cft_i]/h|cfm|[cft_i]/m|cfs|[cft_i]/s|drops/min|[drp]/min|gal/s|[gal_us]/s|gph|[gal_us]/h|gpm|[gal_us]/min|in³/s
[cin_i]/s|l/h|l/min|l/m|l/s|ml/h|ml/min|ml/s|m³/s|m3/s
`,
  // Temperature
  127: `
K|°C|Cel|°F|[degF]|°R|[degR]
`,
  // Time
  128: `
d|h|min|mo|ms|s|wk|yr|a|μs|us
`,
  // Volume
  129: `
cc|cm3|cl|cL|dl|dL|fl oz (US)|[foz_us]|fl|fL|ft³|[cft_i]|gallon (US)|[gal_us]|in³|[cin_i]|l|L|LPF|[LPF]|ml|mL|mm³
mm3|m³|m3|pt (US)|[pt_us]|µL|uL|µm³|um3|drop|[drp]
`,
  // Electric current
  334: `
A|abampere|10A|statampere|33356.10−14A
`,
  // Area
  335: `
% body|%{Body}|% head, neck|%{HeadNeck}|% lower limb|%{LowerLimb}|% trunk|%{Trunk}|% upper limb|%{UpperLimb}
acre (Imperial)|[acr_br]|acre (US)|[acr_US]|ar|cm²|cm2|ft²|[sft_i]|hectare|har|in²|[sin_i]|mile² (US)|[smi_us]|mm²
mm2|m²|m2|yd²|[syd_i]|µm²|um2|HPF|[HPF]
`,
  // Specific Volume
  336: `
cm³/g|cm3/g|ft³/lbm|[cft_i]/[lb_av]|m³/kg|m3/kg|µm³/g|um3/g
`,
  // Specific Surface
  337: `
cm²/g|cm2/g|ft²/lbm|[sft_i]/[lb_av]|m²/kg|m2/kg|um²/lbm|um2/[lb_av]
`,
  // Velocity
  338: `
cm/s|ft/min|[ft_i]/min|ft/s|[ft_i]/s|km/h|m/h|m/s|mile/h (mph)|[mi_i]/h|mm/24h|mm/(24.h)|mm/h|mm/s
`,
  // Acceleration
  339: `
cm/s²|cm/s2|ft/h²|[ft_i]/h2|ft/min²|[ft_i]/min2|ft/s²|[ft_i]/s2|gn|[g]|m/h²|m/h2|m/s²|m/s2
`,
  // Momentum
  340: `
g·cm/s|g.cm/s|kg·m/s|kg.m/s|lbm·ft/min|[lb_av].[ft_i]/min|lbm·ft/s|[lb_av].[ft_i]/s
`,
  // Velocity, Angular
  341: `
rad/h|rad/min|rad/s|rev/min|2[pi]rad/min
`,
  // Acceleration, Angular
  342: `
7.72E+08·rad/h²|772.10+6.rad/h2|rad/s²|rad/s2
`,
  // Momentum, Angular
  343: `
g·cm²/s|g.cm2/s|kg·m²/s|kg.m2/s|lb·ft²/min|[lb_av].[sft_i]/min|lb·ft²/s|[lb_av].[sft_i]/s
`,
  // Moment Inertia, Area
  344: `
cm4|ft4|[ft_i]4|in4|[in_i]4|m4
`,
  // Moment Inertia, Mass
  345: `
g·cm²|g.cm2|kg·m²|kg.m2|lbf·ft·s²|[lbf_av].[ft_i].s2|lbm·ft²|[lb_av].[sft_i]|lbm·in²|[lb_av].[sin_i]
`,
  // Momentum Flow Rate
  346: `
g·cm/s²|g.cm/s2|kg·m/s²|kg.m/s2|lbm·ft/min²|[lb_av].[ft_i]/min2|lbm·ft/s²|[lb_av].[ft_i]/s2
`,
  // Flow Rate, Mass
  347: `
g/24h|g/(24.h)|g/d|g/s|kg/h|kg/s|lbm/h|[lb_av]/h|lbm/min|[lb_av]/min|lbm/s|[lb_av]/s|mg/24h|mg/(24.h)|mg/h|mg/min
mmol/24h|mmol/(24.h)|μg/24h|ug/(24.h)|μg/h|ug/h|μg/min|ug/min
`,
  // Flux, Mass
  348: `
g/cm²·s|g/cm2.s|g/m²·h|g/m2.h|g/m²·min|g/m2.min|kg/m²·s|kg/m2.s|lbm/ft²·h|[lb_av]/[sft_i].h|lbm/ft²·min
[lb_av]/[sft_i].min|lbm/ft²·s|[lb_av]/[sft_i].s
`,
  // Mass per Area
  349: `
g/cm²|g/cm2|g/m²|g/m2|g/m^2.7|g/m27.10-1|kg/m²|kg/m2|lbm/ft²|[lb_av]/[sft_i]|lbm/in²|[lb_av]/[sin_i]|ton/mile²
[ston_av]/[mi_i]2
`,
  // Density
  350: `
g/cm³|g/cm3|grain/ft³|[gr]/[cft_i]|kg/m³|kg/m3|lbm/ft³|[lb_av]/[cft_i]|lbm/gal|[lb_av]/[gal_us]|lbm/in³
[lb_av]/[cin_i]
`,
  // Flow Rate, Mass/Volume
  351: `
g/cm³·h|g/cm3.h|g/cm³·min|g/cm3.min|g/cm³·s|g/cm3.s|kg/m³·s|kg/m3.s|lbm/ft³·h|[lb_av]/[cft_i].h|lbm/ft³·min
[lb_av]/[cft_i].min|lbm/ft³·s|[lb_av]/[cft_i].s
`,
  // Flow Rate, Mass/Force
  352: `
g/cm²·atm·s|g/cm2.atm.s|kg/N·s|kg/N.s|lbm/ft²·atm·h|[lb_av]/[sft_i].atm.h
`,
  // Specific Weight
  354: `
dyn/cm³|dyn/cm3|lbf/ft³|[lbf_av]/[cft_i]|N/m³|N/m3
`,
  // Force
  355: `
dyn|gf|kg·m/s²|kg.m/s2|kgf|kip|k[lbf_av]|lbf|[lbf_av]|N|pdl|[lb_av].[ft_i]/s2|tf|Mgf
`,
  // Surface Tension
  356: `
dyn/cm|lbf/ft|[lbf_av]/[ft_i]|lbf/in|[lbf_av]/[in_i]|N/m
`,
  // Force, Body
  357: `
dyn/cm³|dyn/cm3|kgf/cm³|kgf/cm3|lbf/ft³|[lbf_av]/[cft_i]|lbf/in³|[lbf_av]/[cin_i]|N/m³|N/m3|tf/ft³|Mgf/[cft_i]
`,
  // Force per Mass
  358: `
dyn/g|N/kg
`,
  // Torque
  359: `
dyn·cm|dyn.cm|kg·ft|kg.[ft_i]|lbm·ft|[lb_av].[ft_i]|N·m|N.m|pdl·ft|([lb_av].[ft_i]/s2).[ft_i]
`,
  // Viscosity, Dynamic
  360: `
P|cP|kg/m·h|kg/m.h|kg/m·s|kg/m.s|KU|lbm/ft·h|[lb_av]/[ft_i].h|lbm/ft·s|[lb_av]/[ft_i].s|N·s/m²|N.s/m2
`,
  // Viscosity, Kinematic
  361: `
ft²/h|[sft_i]/h|ft²/s|[sft_i]/s|m²/h|m2/h|m²/s|m2/s|St
`,
  // Diffusion Coefficient
  362: `
cm²/s|cm2/s|ft²/h|[sft_i]/h|ft²/s|[sft_i]/s|m²/h|m2/h|m²/s|m2/s
`,
  // Power
  363: `
1055 Btu/s|1055[Btu]/s|Btu/min|[Btu]/min|cal/s|erg/s|ft·pdl/s|[ft_i].([lb_av].[ft_i]/s2)/s|ft·lbf/s
[ft_i].[lbf_av]/s|hp|[HP]|in·lbf/s|[in_i].[lbf_av]/s|kcal/s|kW|mW|MW|TR|12000[Btu]/s|W
`,
  // Energy, Linear
  364: `
Btu/ft|[Btu]/[ft_i]|cal/cm|erg/cm|ft·lbf/ft|[ft_i].[lbf_av]/[ft_i]|hp·h/ft|[HP].h/[ft_i]|J/m|kcal/cm|kWh/ft
kW.h/[ft_i]
`,
  // Energy per Area
  365: `
Btu/ft²|[Btu]/[sft_i]|cal/cm²|cal/cm2|erg/cm²|erg/cm2|ft·lbf/ft²|[ft_i].[lbf_av]/[sft_i]|hp·h/ft²|[HP].h/[sft_i]
J/m²|J/m2|J/cm²|J/cm2|kcal/cm²|kcal/cm2|kWh/ft²|kW.h/[sft_i]
`,
  // Energy Density
  366: `
Btu/ft³|[Btu]/[cft_i]|cal/cm³|cal/cm3|erg/cm³|erg/cm3|ft·lbf/ft³|[ft_i].[lbf_av]/[cft_i]|hp·h/ft³|[HP].h/[cft_i]
J/m³|J/m3|kcal/cm³|kcal/cm3|kWh/ft³|kW.h/[cft_i]|kWh/m³|kW.h/m3
`,
  // Power, Linear
  367: `
Btu/s·ft|[Btu]/s.[ft_i]|cal/s·cm|cal/s.cm|erg/s·cm|erg/s.cm|ft·lbf/s·ft|[ft_i].[lbf_av]/s.[ft_i]|kcal/s·cm|kcal/s.cm
W/m
`,
  // Power Flux
  368: `
Btu/h·ft²|[Btu]/h.[sft_i]|Btu/s·ft²|[Btu]/s.[sft_i]|cal/s·cm²|cal/s.cm2|erg/s·cm²|erg/s.cm2|ft·lbf/s·ft²
[ft_i].[lbf_av]/s.[sft_i]|hp/ft²|[HP]/[sft_i]|kcal/s·cm²|kcal/s.cm2|kW/ft²|kW/[sft_i]|W/m2
`,
  // Power Density
  369: `
Btu/h·ft³|[Btu]/h.[cft_i]|Btu/s·ft³|[Btu]/s.[cft_i]|cal/s·cm³|cal/s.cm3|erg/s·cm³|erg/s.cm3|ft·lbf/s·ft³
[ft_i].[lbf_av]/s.[cft_i]|hp/ft³|kcal/s.cm3|kcal/s·cm³|kW/ft³|kW/[cft_i]|W/m³|W/m3
`,
  // Specific Energy
  370: `
btu/lbm|[Btu]/[lb_av]|cal/g|ft·lbf/lbm|[ft_i].[lbf_av]/[lb_av]|hp·h/lbm|[HP].h/[lb_av]|J/kg|kcal/g|kW·h/lbm
kW.h/[lb_av]|m²/s²|m2/s2
`,
  // Specific Heat, Gas Constant
  371: `
Btu/lbm·°F|[Btu]/[lb_av].[degF]|cal/g·°C|cal/g.Cel|erg/g·°C|erg/g.Cel|ft·lbf/lbm·°F|[ft_i].[lbf_av]/[lb_av].[degF]
J/kg·K|J/kg.K|m²/s²·K|m2/s2.K
`,
  // Thermal Conductivity
  372: `
Btu·in/h·ft2·°F|[Btu].[in_i]/h.[sft_i].[degF]|Btu/h·ft·°F|[Btu]/h.[ft_i].[degF]|cal/s·cm·°C|cal/s.cm.Cel|erg/s·cm·°C
erg/s.cm.Cel|ft·lbf/h·ft·°F|[ft_i].[lbf_av]/h.[ft_i].[degF]|kcal/h·m·°C|kcal/h.m.Cel|W/m·K|W/m.K
`,
  // Heat Transfer Coefficient
  373: `
Btu/h·ft²·°F|[Btu]/h.[sft_i].[degF]|cal/s·cm²·°C|cal/s.cm2.Cel|erg/s·cm²·°C|erg/s.cm2.Cel|kcal/h·ft²·°C
kcal/h.[sft_i].Cel|kcal/h·m²·°C|kcal/h.m2.Cel|W/m²·K|W/m2.K
`,
  // Electric Potential
  374: `
abvolt|10-8V|kg·m²/A·s³|kg.m2/A.s3|mV|statvolt|299792458.10-6V|V|kV|µV|uV|W/A
`,
  // Resistance
  375: `
abohm|10-9Ohm|kg·m²/A²·s³|kg.m2/A2.S3|statohm|8987551787.10+2Ohm|V/A|Ω|Ohm
`,
  // Electric Field Strength
  377: `
abvolt/m|10-8V/m|kg·m/A·s³|kg.m/A.s3|statvolt/m|299792458.10-6V/m|V/cm|V/in|V/[in_i]|V/m
`,
  // Magnetic Flux
  378: `
kg·m²/A·s²|kg.m2/A.s2|V·s|V.s|Wb
`,
  // Inductance
  379: `
abhenry|10-9H|H|kg·m²/A²·s²|kg.m2/a2.s2|stathenry|8987552.10+5H|V·s/A|V.s/a|Wb/A
`,
  // Qualified real
  380: `
1|10³|10*3|10⁶|10*6|10⁹|10*9|10¹²|10*12|%
`,
  // Amount (Eq)
  381: `
Eq|eq|mEq|meq
`,
  // Frequency
  382: `
/min|Hz|kHz|MHz|milliHz|mHz
`,
  // Amount (mole)
  384: `
mmol|mol|mosmol|mosm|nmol|osmol|osm|pmol|μmol|umol
`,
  // Mass (IU)
  385: `
IU|[iU]|kIU|k[iU]|mIU|m[iU]|[IU]|k[IU]|m[IU]
`,
  // Mass (Units)
  445: `
mu|u|U|mU|kU
`,
  // Angle, plane
  497: `
"|''|'|rad|°|deg
`,
  // Electric charge
  498: `
A·s|A.s|abcoulomb|10C|C|mC|e|[e]|statcoulomb|333564.10−15C
`,
  // Light intensity
  499: `
cd
`,
  // Angle, solid
  500: `
sr
`,
  // Electric capacitance
  501: `
abfarad|GF|F|statfarad|11126.10-16F
`,
  // Electric conductance
  502: `
mho|mmho|mS|S
`,
  // Magnetic flux density
  503: `
T
`,
  // Luminous flux
  504: `
lm
`,
  // Illuminance
  505: `
lx
`,
  // Radioactivity
  506: `
Bq
`,
  // Proportion
  507: `
1|%|ppb|[ppb]|ppm|[ppm]|ppt|[ppth]
`,
  // Energy dose
  508: `
Gy|cGy|mGy|J/kg|Sv|mSv|µSv|uSv
`,
  // Glomerular filtration rate
  586: `
ml/min/1.73m²|mL/min/(173.10*-2.m2)
`,
  // Electric Potential Time
  655: `
Ashman Units|4uV.S|V·h|V.h|V·s|V.s
`,
  // Refractive power
  685: `
dioptre|[diop]
`,
  // Rate of Change, Pressure
  708: `
daPa/s|mmH₂O/s|mm[H2O]/s|Pa/s|Ps/s
`,
  // Rate of Change, Frequency
  754: `
Hz/s|kHz/s
`,
  // Arbitrary
  755: `
U|arb. unit|[arb'U]|p.d.u.|[arb'U]{p.d.u.}|SQ-U|[arb'U]{SQ-U}|SQ-T|[arb'U]{SQ-T}|SQ-HDM|[arb'U]{SQ-HDM}|SQ-Bet
[arb'U]{SQ-Bet}|CU|[arb'U]{CU}
`,
  // Spectral power
  757: `
µV²|uV2
`,
  // Spectral power density
  758: `
µV²/Hz|uV2/Hz
`,
  // Pace
  759: `
min/km|min/mile|min/[mi_i]|s/m
`,
  // Enzyme activity
  760: `
µmol/min|umol/min|nmol/mL/h
`,
  // Mitotic count
  763: `
mitoses/50 HPF|{mitoses}/50.[HPF]|mitoses/40 HPF|{mitoses}/40.[HPF]|mitoses/10 HPF|{mitoses}/10.[HPF]|mitoses/HPF
{mitoses}/[HPF]|mitoses/5 mm²|{mitoses}/5.mm2|mitoses/7.95 mm²|{mitoses}/795.10-2.mm2|mitoses/9.8 mm²
{mitoses}/98.10-1.mm2|mitoses/11.85 mm²|{mitoses}/1185.10-3.mm2|mitoses/17.2 mm²|{mitoses}/172.10-1.mm2
`,
};

/**
 * Properties whose units are quotients of units of other properties: `124/129` is a mass per volume.
 * Left out: work (130), to which the published data give units of power; put right: force per mass (358), which they derive from itself.
 */
export const QUOTIENTS: Readonly<Record<string, readonly string[]>> = {
  // Concentration
  119: [
    '124/124',
    '124/129',
    '129/129',
    '380/129',
    '380/124',
    '381/129',
    '384/124',
    '384/129',
    '384/384',
    '385/129',
    '445/129',
    '124/384',
    '380/384',
    '384/380',
    '755/129',
  ],
  // Flow Rate, Volume
  126: ['129/128'],
  // Flow Rate, Mass
  347: ['124/128', '384/128'],
  // Force per Mass
  358: ['355/124'],
  // Frequency
  382: ['380/128'],
  // Rate of Change, Pressure
  708: ['125/128'],
  // Time Fraction
  709: ['128/128'],
  // Medication dose rate
  756: ['124/124/128', '124/335/128', '129/335/128', '129/124/128'],
  // Flow rate (volume) per area
  761: ['129/128/335'],
  // Volume per area
  762: ['129/335'],
};
